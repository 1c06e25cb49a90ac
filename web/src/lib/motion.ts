// Makes things travel: notes where they are before a change, and lets them fly from there after it.

import type { LogLine } from './protocol'

const EASE = 'cubic-bezier(.2,.75,.25,1)'
const MOST_GHOSTS = 12

interface Spot { x: number; y: number; w: number; h: number; kind: string; name: string }

function look(): Map<string, [HTMLElement | SVGElement, Spot]> {
  const seen = new Map<string, [HTMLElement | SVGElement, Spot]>()
  for (const element of document.querySelectorAll<HTMLElement>('.scene [data-id]')) {
    const box = element.getBoundingClientRect()
    const { id, kind = '', name = '' } = element.dataset
    if (box.width) {
      seen.set(id!, [element, { x: box.x, y: box.y, w: box.width, h: box.height, kind, name }])
    }
  }
  return seen
}

export class Flight {
  #before = new Map([...look()].map(([id, [, spot]]) => [id, spot]))

  /** Call when the new table has been drawn; `moves` are the new lines of the log. */
  land(moves: LogLine[]): void {
    const after = look()
    const flying = new Set<string>()
    const gone = [...this.#before].filter(([id]) => !after.has(id))
    for (const [id, [element, spot]] of after) {
      if (spot.kind === 'panel' || spot.kind === 'hexmap' || spot.kind === 'cell') continue
      const old = this.#before.get(id)
      if (old) {
        // A turned or exchanged card at the same place flips, all others travel.
        if (old.name !== spot.name && spot.kind === 'card') flip(element)
        else if (spot.kind === 'card' || spot.kind === 'piece') travel(element, old, spot)
        continue
      }
      if (spot.kind !== 'card' && spot.kind !== 'piece') continue
      const twin = gone.findIndex(([, was]) => was.kind === spot.kind && was.name === spot.name && was.name)
      const move = moves.find(
        (line) => line.source && line.target && this.#before.has(line.source) &&
          (id === line.target || !!element.closest(`[data-id="${CSS.escape(line.target)}"]`)),
      )
      if (twin >= 0) travel(element, gone.splice(twin, 1)[0][1], spot)
      else if (move) {
        travel(element, this.#before.get(move.source!)!, spot)
        flying.add(`${move.source}>${move.target}`)
      } else appear(element)
    }
    let ghosts = 0
    for (const { source, target } of moves) {
      if (!source || !target || flying.has(`${source}>${target}`)) continue
      const from = this.#before.get(source)
      const to = after.get(target)?.[1]
      if (from && to && ghosts < MOST_GHOSTS) ghost(from, to, ghosts++)
    }
  }
}

function travel(element: Element, from: Spot, to: Spot): void {
  const dx = from.x + from.w / 2 - to.x - to.w / 2
  const dy = from.y + from.h / 2 - to.y - to.h / 2
  if (Math.abs(dx) + Math.abs(dy) < 3) return
  if (element instanceof SVGElement) {
    // Inside a map the flight is measured in the map's own units.
    const matrix = (element as SVGGraphicsElement).getScreenCTM()
    const scale = matrix ? Math.hypot(matrix.a, matrix.b) || 1 : 1
    element.animate(
      [{ translate: `${dx / scale}px ${dy / scale}px` }, { translate: '0 0' }],
      { duration: 620, easing: EASE },
    )
    return
  }
  const scale = Math.max(0.3, Math.min(1.6, from.w / to.w))
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 30, position: 'relative' },
      { transform: 'none', zIndex: 30, position: 'relative' },
    ],
    { duration: 520, easing: EASE },
  )
}

function flip(element: Element): void {
  element.animate(
    [{ transform: 'perspective(600px) rotateY(90deg)' }, { transform: 'perspective(600px) rotateY(0)' }],
    { duration: 380, easing: EASE },
  )
}

function appear(element: Element): void {
  element.animate([{ opacity: 0, scale: 0.85 }, { opacity: 1, scale: 1 }], { duration: 300, easing: EASE })
}

/** The back of a card flies between two places whose cards are not seen one by one. */
function ghost(from: Spot, to: Spot, nth: number): void {
  const element = document.createElement('div')
  element.className = 'ghost'
  element.setAttribute('aria-hidden', 'true')
  document.body.append(element)
  const at = (spot: Spot) => `translate(${spot.x + spot.w / 2 - 32}px, ${spot.y + Math.min(spot.h, 120) / 2 - 44}px)`
  const flight = element.animate(
    [
      { transform: at(from), opacity: 0 },
      { transform: at(from), opacity: 1, offset: 0.12 },
      { transform: at(to), opacity: 1, offset: 0.85 },
      { transform: at(to), opacity: 0 },
    ],
    { duration: 760, delay: nth * 90, easing: EASE, fill: 'both' },
  )
  flight.onfinish = () => element.remove()
  flight.oncancel = () => element.remove()
}
