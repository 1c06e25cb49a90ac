// Makes what lies on the table fit into the window, in steps that fit.css describes: first the room
// between things, then their shape, then words that a look at the card shows again: first those of
// cards of which none can be chosen, then of their neighbours, at last those of all.

const MOST = 6
const SCROLLED = 3 // nothing has lost its words yet
const PLACES = ['centre', 'beside', 'below']

interface Place {
  node: HTMLElement
  step: number
  scrolls: boolean
}

/** Shows each place as roomy as the window allows; what cannot fit is scrolled. */
export function fit(scene: HTMLElement): void {
  scene.classList.add('fitting')
  tighten(scene)
  scene.classList.remove('fitting')
}

function tighten(scene: HTMLElement): void {
  const places = PLACES.map((name) => scene.querySelector<HTMLElement>(`:scope > .${name}`))
    .filter((node) => node !== null)
    .map((node): Place => ({ node, step: 0, scrolls: false }))
  do {
    for (const place of places) show(place, place.scrolls ? scrolled(place) : 0)
    // On a phone the page scrolls: there is nothing to fit into.
    if (!places.length || getComputedStyle(places[0].node).overflowY === 'visible') return
    for (let next = tighter(places); next; next = tighter(places)) show(next, next.step + 1)
  } while (givenUp(places))
}

/** The place to tighten: one that does not fit, or what stands below it and takes its height. */
function tighter(places: Place[]): Place | undefined {
  const over = places.filter(overflows)
  const most = over.every((place) => place.scrolls) ? SCROLLED : MOST // nobody loses words for what scrolls anyway
  return places
    .filter((place) => over.length && !place.scrolls && (over.includes(place) || place.node.matches('.below')))
    .filter((place) => place.step < most)
    .sort((a, b) => a.step - b.step)[0]
}

/** Is there a place that does not fit even so? It scrolls, and nothing else makes room for it. */
function givenUp(places: Place[]): boolean {
  const found = places.find((place) => !place.scrolls && overflows(place))
  if (found) found.scrolls = true
  return !!found
}

/** What must be scrolled anyway keeps its words, if one is asked about it. */
function scrolled({ node }: Place): number {
  return node.querySelector('[data-state~=glow]') ? SCROLLED : MOST
}

/** Is it too high, or a row of cards in it too wide? */
function overflows({ node }: Place): boolean {
  if (node.scrollHeight > node.clientHeight) return true
  return [...node.querySelectorAll('.body.row:has(> .card)')].some((row) => row.scrollWidth > row.clientWidth + 1)
}

function show(place: Place, step: number): void {
  place.step = step
  place.node.dataset.tight = Array.from({ length: step }, (_, i) => i + 1).join(' ')
}
