// Makes what lies on the table fit into the window. A place that is too full is drawn tight; if that is
// not enough, groups of cards that nobody is asked about show their names only, one group after the
// other; then titles give way, and whatever is still too large scrolls. What can be chosen keeps its words.
// fit.css says how it looks.

const PLACES = ['centre', 'beside', 'below']
const CARDS = '.card:not(.large), .die'
const SMALLER = ['0.92', '0.84', '0.77', '0.7', '0.64'] // of the usual width of the centre
const LARGER = ['1.12', '1.24']
const ASKED = ':is([data-state~=glow], [data-state~=costly])'

/** Keeps a table fitted; call it whenever the table may have changed. */
export class Fitting {
  #changed = true
  #size = ''
  #watcher = new MutationObserver((changes) => this.#note(changes))

  constructor(readonly scene: HTMLElement) {
    this.#watcher.observe(scene, { subtree: true, childList: true, characterData: true, attributeFilter: ['class', 'style', 'data-state'] })
  }

  /** Fits only after changes that take room, because fitting lays out the table several times. */
  renew(): void {
    this.#note(this.#watcher.takeRecords())
    if (!this.#changed && this.#size === sizeOf(this.scene)) return
    fit(this.scene)
    this.#watcher.takeRecords() // the changes made by fitting
    this.#changed = false
    this.#size = sizeOf(this.scene)
  }

  /** For when the sizes of things have changed, though nothing on the table has. */
  again(): void {
    this.#changed = true
    this.renew()
  }

  stop(): void {
    this.#watcher.disconnect()
  }

  #note(changes: MutationRecord[]): void {
    this.#changed ||= changes.some((change) => !isDrawn(change))
  }
}

const sizeOf = (node: HTMLElement): string => `${node.clientWidth} ${node.clientHeight}`

/** Is it inside the drawing of a map? That is always as large as its frame. */
function isDrawn({ type, target }: MutationRecord): boolean {
  const inside = type === 'childList' ? (target as Element) : target.parentElement
  return !!inside?.closest('.map-frame > svg')
}

function fit(scene: HTMLElement): void {
  scene.classList.add('fitting')
  const places = PLACES.map((name) => scene.querySelector<HTMLElement>(`:scope > .${name}`)).filter((node) => node !== null)
  scene.style.setProperty('--share', '')
  for (const node of scene.querySelectorAll('.tight, .terse, .bare')) node.classList.remove('tight', 'terse', 'bare')
  widen(scene)
  // On a phone the page scrolls, so there is nothing to fit into.
  if (places.length && getComputedStyle(places[0]).overflowY !== 'visible') {
    squeeze(scene, places)
    speak(scene, places)
  }
  scene.classList.remove('fitting')
}

/** A map is as wide as its height allows; what stands beside it has the rest. */
function widen(scene: HTMLElement): void {
  const frame = scene.querySelector<HTMLElement>('.centre .map-frame')
  if (!frame) return
  const [wide, high] = frame.querySelector('svg')!.style.aspectRatio.split('/').map(Number)
  // A wider map can have fewer lines below it, and so be higher.
  for (let pass = 0; pass < 3; pass++) {
    const around = frame.closest('.centre')!.clientWidth - frame.clientWidth
    const width = `${Math.ceil((frame.clientHeight * wide) / high + around)}px`
    if (scene.style.getPropertyValue('--map') === width) return
    scene.style.setProperty('--map', width)
  }
}

function squeeze(scene: HTMLElement, places: HTMLElement[]): void {
  tighten(places)
  spare(scene, places)
  shorten(places, false)
  shorten(places, true)
  // The centre leaves room for asked cards beside it, or the place beside it for asked cards in the centre.
  const [beside, centre] = ['.beside', '.centre'].map((name) => places.find((place) => place.matches(name) && place.querySelector(`.card:is(${ASKED}, .active)`)))
  const [asked, shares] = beside ? [beside, SMALLER] : [centre, LARGER]
  for (const share of shares) {
    if (!asked || !overflows(asked)) break
    scene.style.setProperty('--share', share)
    tighten(places)
    shorten(places, false)
  }
  if (asked && overflows(asked)) asked.classList.add('bare')
  bare(places)
}

/** What stands below does without titles if that gives others the height that they miss. */
function bare(places: HTMLElement[]): void {
  const below = places.find((place) => place.matches('.below'))
  const least = lacking(places)
  if (!below || !least) return
  below.classList.add('bare')
  if (lacking(places) === least) below.classList.remove('bare')
}

/** Groups get their words back if there is room for them after all, in their place and in the others. */
function speak(scene: HTMLElement, places: HTMLElement[]): void {
  const fitting = places.filter((place) => !overflows(place))
  const least = lacking(places)
  for (const group of scene.querySelectorAll('.terse')) {
    if (!fitting.some((place) => place.contains(group))) continue
    group.classList.remove('terse')
    if (fitting.some(overflows) || lacking(places) > least) group.classList.add('terse')
  }
}

/** How many pixels of height the places lack, all together. */
const lacking = (places: HTMLElement[]): number =>
  places.filter(overflows).reduce((sum, place) => sum + place.scrollHeight - place.clientHeight, 0)

/** A map gives way a little if cards beside it then keep their words. */
function spare(scene: HTMLElement, places: HTMLElement[]): void {
  const beside = places.find((place) => place.matches('.mapped > .beside'))
  if (!beside || !overflows(beside)) return
  scene.style.setProperty('--share', SMALLER[0])
  if (overflows(beside)) scene.style.setProperty('--share', '')
}

/** What stands below comes first: it takes height from the others. */
function tighten(places: HTMLElement[]): void {
  for (const place of [...places].reverse()) if (crowded(places).includes(place)) place.classList.add('tight')
  for (const place of places) if (crowded(places).includes(place)) place.classList.add('tight')
}

/** Reduces groups of cards to their names, the largest first: those without cards that are asked about, or those with. */
function shorten(places: HTMLElement[], asked: boolean): void {
  const groups = places
    .flatMap((place) => [...place.querySelectorAll<HTMLElement>('.body')])
    .filter((body) => body.querySelector(`:scope > :is(${CARDS}, .spot)`) && !!body.querySelector(ASKED) === asked)
    .sort((a, b) => b.offsetHeight - a.offsetHeight)
  for (const group of groups) {
    if (crowded(places).some((place) => place.contains(group))) group.classList.add('terse')
  }
}

/** The places that are too full, and what stands below them and takes their height. */
function crowded(places: HTMLElement[]): HTMLElement[] {
  const over = places.filter(overflows)
  return places.filter((place) => over.includes(place) || (over.length && place.matches('.below')))
}

/** Is the place too high, or a row of cards in it too wide? */
function overflows(place: HTMLElement): boolean {
  if (place.scrollHeight > place.clientHeight + 1) return true
  return [...place.querySelectorAll('.body.row:has(> .card)')].some((row) => row.scrollWidth > row.clientWidth + 1)
}
