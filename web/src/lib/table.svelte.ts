// One scene on the screen: its colours, what glows, what is being looked at; shared by its parts.

import { getContext, setContext } from 'svelte'
import { hall } from './hall.svelte'
import { looks } from './looks.svelte'
import { type Card, type Cell, type Element as Thing, type ReasonInfo, type Scene, type SceneOption, SEAT_COLOURS, type Space, TONES } from './protocol'

export type AnyThing = Thing | Cell | Space

/** A thing and all that is in it. */
export function everything(thing: AnyThing, see: (thing: AnyThing) => void): void {
  see(thing)
  const inside: AnyThing[] =
    thing.kind === 'panel' ? thing.children
    : thing.kind === 'hexmap' ? thing.cells
    : thing.kind === 'track' ? thing.spaces
    : thing.kind === 'pile' ? [...(thing.top ? [thing.top] : []), ...(thing.contents ?? [])]
    : 'pieces' in thing ? (thing.pieces ?? [])
    : []
  for (const part of inside) everything(part, see)
}

/** The keys by which a thing was picked; they tell one of two equal cards from the other. */
const HELD = 'held:'
export const keysOf = (thing: AnyThing): string[] => (thing.touch ?? []).map((key) => (key.startsWith(HELD) ? key.slice(HELD.length) : key))

const NOTHING: ReadonlySet<never> = new Set<never>()

/** A set, and always the same one if it is empty, because a different empty set would draw the table again. */
export function setOf<T>(things: Iterable<T> = []): ReadonlySet<T> {
  const found = new Set(things)
  return found.size ? found : NOTHING
}

const NO_KEYS: ReadonlyMap<string, never> = new Map<string, never>()

/** What can be found by the keys of things. */
function byTarget<T extends { targets?: string[] }>(all: T[]): ReadonlyMap<string, T[]> {
  const keys = new Map<string, T[]>()
  for (const one of all) {
    for (const key of one.targets ?? []) keys.set(key, [...(keys.get(key) ?? []), one])
  }
  return keys.size ? keys : NO_KEYS
}

const letter = (seat: number): string => String.fromCharCode(65 + (seat % 26))

export class TableTop {
  scene = $state.raw<Scene>({ title: '' })
  options = $state.raw<SceneOption[]>([])
  reasons = $state.raw<ReasonInfo[] | null>(null)
  hover = $state.raw<ReadonlySet<string>>(NOTHING)
  hinted = $state.raw<ReadonlySet<string>>(NOTHING) // what the best hint is about
  told = $state.raw<ReadonlySet<string>>(NOTHING) // what the line being played back names
  held = $state.raw<ReadonlySet<string>>(NOTHING) // what the last choices picked up; a click puts it down
  taught = $state.raw<ReadonlySet<string>>(NOTHING) // what a lesson points at
  closed = $state.raw<ReadonlySet<number>>(NOTHING) // options that a lesson does not allow yet
  folded = $state.raw<{ title: string; seat: number | null; text: string; unread: boolean; open: () => void } | null>(null) // what was on stage
  staged = $state(false) // something is on stage
  open = $state('') // the id of the drawer that is open
  looking = $state.raw<{ thing: AnyThing; box: DOMRect; held: boolean; listed?: boolean } | null>(null)
  menu = $state.raw<{ options: SceneOption[]; reasons: ReasonInfo[]; box: DOMRect; from: Element } | null>(null)
  choose: (option: number) => void = () => {}
  putDown: (thing: AnyThing) => void = () => {}
  #cards = new Map<string, Card>() // every face that was seen, by title
  game = $state('') // with its pack: an edition

  byKey = $derived(byTarget(this.options))
  whyByKey = $derived(byTarget(this.reasons ?? []))

  colour(tone = 'neutral'): string {
    return this.scene.tones?.[tone] ?? (TONES as Record<string, string>)[tone] ?? TONES.neutral
  }

  /** The drawings for what a scene calls `icon`: one, or two with a space between their ids. */
  icons(ids = ''): string[] {
    const known = looks.of(this.game)?.icons ?? {}
    return ids.split(' ').map((id) => known[id]).filter(Boolean)
  }

  icon(id = ''): string {
    return this.icons(id)[0] ?? ''
  }

  seatColour(seat: number): string {
    const own = hall.colours === 'clear' ? '' : (this.scene.seats?.[seat]?.colour ?? '')
    if (own.startsWith('#')) return own
    // A mark that is being taken away may be drawn once more, without a seat.
    return own ? this.colour(own) : (SEAT_COLOURS[seat % SEAT_COLOURS.length] ?? TONES.neutral)
  }

  /** A seat without its own colour has no mark of its own either, because the mark may abbreviate the colour. */
  seatMark(seat: number): string {
    if (hall.colours === 'clear') return letter(seat)
    return this.scene.seats?.[seat]?.mark || letter(seat)
  }

  seatName(seat: number): string {
    return this.scene.seats?.[seat]?.name ?? ''
  }

  optionsOf(thing: AnyThing): SceneOption[] {
    const found = new Set<SceneOption>()
    for (const key of thing.touch ?? []) for (const option of this.byKey.get(key) ?? []) found.add(option)
    return [...found]
  }

  reasonsOf(thing: AnyThing): ReasonInfo[] {
    const found = new Set<ReasonInfo>()
    for (const key of thing.touch ?? []) for (const why of this.whyByKey.get(key) ?? []) found.add(why)
    return [...found]
  }

  /** The card that an option is about, if it is about one. */
  cardOf(option: SceneOption): Card | undefined {
    const walk = (things: Thing[]): Card | undefined => {
      for (const thing of things) {
        if (thing.kind === 'card' && thing.touch?.some((key) => option.targets?.includes(key))) return thing
        const found = thing.kind === 'panel' ? walk(thing.children) : undefined
        if (found) return found
      }
    }
    return walk(this.scene.areas ?? [])
  }

  /** What an option is about: its card, else the first thing that it names. */
  thingOf(option: SceneOption): AnyThing | undefined {
    let found: AnyThing | undefined = this.cardOf(option)
    for (const area of this.scene.areas ?? []) {
      everything(area, (thing) => (found ??= thing.touch?.some((key) => option.targets?.includes(key)) ? thing : undefined))
    }
    return found
  }

  pointed(thing: AnyThing): boolean {
    return !!thing.touch?.some((key) => this.hover.has(key))
  }

  isHinted(thing: AnyThing): boolean {
    return this.hinted.size > 0 && !!thing.touch?.some((key) => this.hinted.has(key))
  }

  /** Cards and pieces of a seat that the line does not name only share the name. */
  isTold(thing: AnyThing): boolean {
    if (!this.told.size || !thing.touch?.some((key) => this.told.has(key))) return false
    if ((thing.kind !== 'card' && thing.kind !== 'piece') || thing.owner == null) return true
    return this.told.has(`seat:${thing.owner}`) || ![...this.told].some((key) => key.startsWith('seat:'))
  }

  isTaught(thing: AnyThing): boolean {
    return this.taught.size > 0 && (this.taught.has(thing.id) || !!thing.touch?.some((key) => this.taught.has(key)))
  }

  isHeld(thing: AnyThing): boolean {
    return this.held.size > 0 && keysOf(thing).some((key) => this.held.has(key)) && !this.optionsOf(thing).length
  }

  /** Options that something in sight represents; a drawer glows only for the others. */
  #inSight = $derived.by(() => {
    const found = new Set<SceneOption>()
    for (const area of this.scene.areas ?? []) {
      if (area.kind !== 'panel' || area.place !== 'drawer') everything(area, (thing) => this.optionsOf(thing).forEach((option) => found.add(option)))
    }
    return found
  })

  /** What a closed drawer says of the things in it: that some can be chosen, or are being mentioned. */
  drawerState(area: AnyThing): string {
    const states = new Set<string>()
    everything(area, (thing) => {
      if (this.optionsOf(thing).some((option) => !this.#inSight.has(option) && !this.closed.has(option.number))) states.add('glow')
      if (this.pointed(thing)) states.add('pointed')
      if (this.isTold(thing)) states.add('told')
      if (this.isTaught(thing)) states.add('taught')
    })
    if (area.owner != null && this.told.has(`seat:${area.owner}`)) states.add('told')
    return [...states].join(' ')
  }

  /** Remember the faces of a scene: the log opens cards that have left the table, too. */
  remember(scene: Scene): void {
    for (const area of scene.areas ?? []) {
      everything(area, (thing) => {
        if (thing.kind === 'card' && thing.title && (thing.text || thing.values?.length)) this.#cards.set(thing.title, thing)
      })
    }
  }

  card(title: string): Card | undefined {
    return this.#cards.get(title)
  }

  /** The titles of all known cards that a text contains, the longest first. */
  cardsIn(text: string): string[] {
    return [...this.#cards.keys()].filter((title) => text.includes(title)).sort((a, b) => b.length - a.length)
  }

  /** The titles of known cards in the order of a text, each as often as it occurs. */
  cardsInOrder(text: string): string[] {
    const found: [number, string][] = []
    let left = text
    for (const title of this.cardsIn(text)) {
      for (let at = left.indexOf(title); at >= 0; at = left.indexOf(title)) {
        found.push([at, title])
        left = left.slice(0, at) + ' '.repeat(title.length) + left.slice(at + title.length)
      }
    }
    return found.sort(([a], [b]) => a - b).map(([, title]) => title)
  }

  /** A click on a thing: choose at once, or ask which of several; again, to put it down. */
  pick(thing: AnyThing, element: Element): void {
    this.looking = null
    const options = this.optionsOf(thing)
    const reasons = this.reasonsOf(thing)
    if (this.isHeld(thing)) this.putDown(thing)
    else if (options.length === 1 && !this.reasons) this.choose(options[0].number)
    else if (options.length || reasons.length) {
      this.menu = { options, reasons, box: element.getBoundingClientRect(), from: element }
    }
  }
}

const KEY = Symbol('table')
export const setTable = (table: TableTop): TableTop => setContext(KEY, table)
export const getTable = (): TableTop => getContext<TableTop>(KEY)
