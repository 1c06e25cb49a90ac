// How the games look, as their packages say: palette, cover, and icons by id.

import { api } from './api'
import { inkOn } from './colour'
import type { GameInfo, Look, TableInfo } from './protocol'

/**
 * A game as a table plays it: its id, with the name of the pack after a colon if there is one. Looks and
 * rule books belong to editions.
 */
export const editionOf = ({ game, settings }: Pick<TableInfo, 'game' | 'settings'>): string => (settings.pack ? `${game}:${settings.pack}` : game)

const looksOf = ({ id, look, packs = {} }: GameInfo): [string, Look][] => [[id, look], ...Object.entries(packs).map(([pack, look]): [string, Look] => [`${id}:${pack}`, look])]

class Looks {
  #known = $state.raw(new Map<string, Look>())
  #asked = false

  /** The look of an edition; nothing until the hall has answered, and then all that needs it is redrawn. */
  of(edition: string): Look | undefined {
    if (!this.#asked) {
      this.#asked = true
      api.games().then(
        (games) => (this.#known = new Map(games.flatMap(looksOf))),
        () => (this.#asked = false),
      )
    }
    return this.#known.get(edition)
  }
}

export const looks = new Looks()

/** Gives an element, and all inside it, the palette of a game, or of an edition. */
export const dressed = (edition: string) => (node: HTMLElement | SVGElement): void => {
  const palette = looks.of(edition)?.palette
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
