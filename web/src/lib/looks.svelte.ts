// How the games look, as their packages say: palette, cover, and icons by id.

import { api } from './api'
import { inkOn } from './colour'
import type { Look } from './protocol'

class Looks {
  #known = $state.raw(new Map<string, Look>())
  #asked = false

  /** The look of a game; nothing until the hall has told, and then whatever needs it is redrawn. */
  of(game: string): Look | undefined {
    if (!this.#asked) {
      this.#asked = true
      api.games().then(
        (games) => (this.#known = new Map(games.map((one) => [one.id, one.look]))),
        () => (this.#asked = false),
      )
    }
    return this.#known.get(game)
  }
}

export const looks = new Looks()

/** Gives an element, and all inside it, the palette of a game. */
export const dressed = (game: string) => (node: HTMLElement | SVGElement): void => {
  const palette = looks.of(game)?.palette
  if (!palette) return
  const { hue, accent, sky, globe } = palette
  const colours = {
    hue, 'accent-dark': accent.dark, 'accent-dark-ink': inkOn(accent.dark),
    'accent-light': accent.light, 'accent-light-ink': inkOn(accent.light),
    'sky-top': sky[0], 'sky-low': sky[1], 'globe-light': globe[0], 'globe-dark': globe[1],
  }
  for (const [name, colour] of Object.entries(colours)) node.style.setProperty(`--${name}`, String(colour))
  node.dataset.palette = ''
}
