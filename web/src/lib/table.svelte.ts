// One scene on the screen: its colours, what glows, what is being looked at; shared by its parts.

import { getContext, setContext } from 'svelte'
import words from '../icons/words.json'
import type { AnyThing, Card, Element as Thing, OptionInfo, ReasonInfo, Scene } from './protocol'

// The common tones and seat colours of engine/scene.py.
const TONES: Record<string, string> = {
  neutral: '#5b6785', grey: '#8b93a7', white: '#e8ecf6', black: '#161a24', red: '#e5484d',
  orange: '#f08c3a', yellow: '#f2cf4a', green: '#46b36b', teal: '#2fb8ac', blue: '#4f8df5',
  violet: '#9b6cf0', pink: '#e66fb4', brown: '#a8754f',
}
const SEATS = ['#e69f00', '#56b4e9', '#cc79a7', '#2fae82', '#f0e442', '#d55e00', '#5b8def', '#b9c0d0']

// Longer words first, so that "super science" is found before "science".
const ICON_WORDS = Object.entries(words).sort((a, b) => b[0].length - a[0].length)

/** The icon of a thing, or one that its name calls to mind and that is not there already. */
export function iconFor(icon: string | undefined, name: string | undefined, taken: string[] = []): string {
  if (icon) return icon
  const said = ` ${(name ?? '').toLowerCase().replace(/[^a-z]+/g, ' ')} `
  for (const [word, found] of ICON_WORDS) {
    if (!taken.includes(found) && (said.includes(` ${word} `) || said.includes(` ${word}s `))) return found
  }
  return ''
}

/** Black or white, whichever reads better on a colour. */
export function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(colour.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  // On middling colours only pure black reads well enough.
  return light > 0.21 ? '#0b0f1c' : light > 0.179 ? '#000000' : '#ffffff'
}

export class TableTop {
  scene = $state.raw<Scene>({ title: '' })
  options = $state.raw<OptionInfo[]>([])
  reasons = $state.raw<ReasonInfo[] | null>(null)
  hover = $state.raw<Set<string>>(new Set())
  looking = $state.raw<{ thing: AnyThing; box: DOMRect; held: boolean; listed?: boolean } | null>(null)
  menu = $state.raw<{ options: OptionInfo[]; reasons: ReasonInfo[]; box: DOMRect; from: Element } | null>(null)
  choose: (option: number) => void = () => {}
  game = $state('')

  byKey = $derived.by(() => {
    const keys = new Map<string, OptionInfo[]>()
    for (const option of this.options) {
      for (const key of option.targets ?? []) keys.set(key, [...(keys.get(key) ?? []), option])
    }
    return keys
  })

  whyByKey = $derived.by(() => {
    const keys = new Map<string, ReasonInfo[]>()
    for (const reason of this.reasons ?? []) {
      for (const key of reason.targets ?? []) keys.set(key, [...(keys.get(key) ?? []), reason])
    }
    return keys
  })

  colour(tone = 'neutral'): string {
    return this.scene.tones?.[tone] ?? TONES[tone] ?? TONES.neutral
  }

  seatColour(seat: number): string {
    const own = this.scene.seats?.[seat]?.colour ?? ''
    if (own.startsWith('#')) return own
    return own ? this.colour(own) : SEATS[seat % SEATS.length]
  }

  seatMark(seat: number): string {
    return this.scene.seats?.[seat]?.mark || String.fromCharCode(65 + (seat % 26))
  }

  seatName(seat: number): string {
    return this.scene.seats?.[seat]?.name ?? ''
  }

  optionsOf(thing: AnyThing): OptionInfo[] {
    const found = new Set<OptionInfo>()
    for (const key of thing.touch ?? []) for (const option of this.byKey.get(key) ?? []) found.add(option)
    return [...found]
  }

  reasonsOf(thing: AnyThing): ReasonInfo[] {
    const found = new Set<ReasonInfo>()
    for (const key of thing.touch ?? []) for (const why of this.whyByKey.get(key) ?? []) found.add(why)
    return [...found]
  }

  /** The card that an option is about, if it is about one. */
  cardOf(option: OptionInfo): Card | undefined {
    const walk = (things: Thing[]): Card | undefined => {
      for (const thing of things) {
        if (thing.kind === 'card' && thing.touch?.some((key) => option.targets?.includes(key))) return thing
        const found = thing.kind === 'panel' ? walk(thing.children) : undefined
        if (found) return found
      }
    }
    return walk(this.scene.areas ?? [])
  }

  pointed(thing: AnyThing): boolean {
    return !!thing.touch?.some((key) => this.hover.has(key))
  }

  /** A click on a thing: choose at once, or ask which of several. */
  pick(thing: AnyThing, element: Element): void {
    this.looking = null
    const options = this.optionsOf(thing)
    const reasons = this.reasonsOf(thing)
    if (options.length === 1 && !this.reasons) this.choose(options[0].number)
    else if (options.length || reasons.length) {
      this.menu = { options, reasons, box: element.getBoundingClientRect(), from: element }
    }
  }
}

const KEY = Symbol('table')
export const setTable = (table: TableTop): TableTop => setContext(KEY, table)
export const getTable = (): TableTop => getContext<TableTop>(KEY)
