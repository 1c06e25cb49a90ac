// The log as a story: lines with the turn they belong to, turns of others, and a summary to listen to.

import type { Head, LogLine } from './protocol'

export interface Told { line: LogLine; heads: Head[] }

/** A turn: consecutive lines under one heading of somebody, or of nobody. */
export interface Turn { key: number; title: string; seat: number | null; lines: Told[] }

/** Every line with its headings: the hall sends them only where they change. */
export function told(log: LogLine[]): Told[] {
  let heads: Head[] = []
  return log.map((line) => ({ line, heads: (heads = line.heads ?? heads) }))
}

const isSomebodys = (head: Head): boolean => head.seat != null
/** The headings from the turn on, because those above it are the same for many turns. */
export function headings(heads: Head[]): Head[] {
  const turn = heads.findIndex(isSomebodys)
  return turn < 0 ? heads : heads.slice(turn)
}

/** Lines with a text, turn by turn. */
export function turns(log: LogLine[]): Turn[] {
  const found: Turn[] = []
  let group = ''
  for (const one of told(log)) {
    if (!one.line.text) continue
    const head = headings(one.heads)[0]
    const seat = head?.seat ?? (head ? null : (one.line.seat ?? null))
    const next = `${head?.text ?? ''}|${seat}`
    if (next !== group || !found.length) {
      found.push({ key: one.line.frame, title: head?.text ?? '', seat, lines: [] })
      group = next
    }
    found.at(-1)!.lines.push(one)
  }
  return found
}

/** A group of events that has a stage of its own, such as a battle. */
export interface Staged { key: number; head: Head; lines: LogLine[]; done: boolean }

/**
 * The staged groups up to a line of the log (all of it if none is given), in the order in which they
 * began. A group is done when its turn goes on without it; turns that run side by side do not end
 * each other's groups.
 */
export function stages(log: LogLine[], kinds: string[], until = Infinity): Staged[] {
  const found: (Staged & { turn: string })[] = []
  for (const { line, heads } of told(log)) {
    if (line.frame > until) break
    if (!line.text) continue
    const head = heads.find((one) => kinds.includes(one.kind))
    const turn = heads.find((one) => isSomebodys(one) && one !== head)?.text ?? ''
    let group = head && found.findLast((one) => !one.done && one.turn === turn && one.head.text === head.text)
    for (const one of found) if (one !== group && one.turn === turn) one.done = true
    if (head && !group) found.push((group = { key: line.frame, head, lines: [], done: false, turn }))
    group?.lines.push(line)
  }
  return found
}

const GAP = 8 // lines about something else, after which a moment is over
const about = (line: LogLine, kinds: string[]): boolean => !!line.about?.some((key) => kinds.includes(key.split(':')[0]))

/**
 * What is on stage without a group of its own: under one heading, the lines from the first to the last
 * about things of these kinds, and what then happens by itself. Its title is a line that nobody caused.
 */
export function moments(log: LogLine[], kinds: string[], until = Infinity): Staged[] {
  const found: Staged[] = []
  let open: Staged | null = null
  let gap: LogLine[] = []
  for (const line of log) {
    if (line.frame > until) break
    if (line.heads || gap.length > GAP) open = null
    if (!open) gap = []
    if (!line.text) continue
    const named = about(line, kinds)
    if (named && !open) found.push((open = { key: line.frame, head: { kind: '', text: line.text, seat: line.seat }, lines: [], done: true }))
    if (!open) continue
    if (named && open.head.seat != null && line.seat == null) open.head = { kind: '', text: line.text }
    gap.push(line)
    if (named || line.seat == null) open.lines.push(...gap.splice(0))
  }
  return found
}

/** One of the places where two sides face each other: their cards, and who won there. */
export interface Column { key: string; cards: Map<number, string[]>; winner: number | null; result: string }
export interface Duel { sides: number[]; columns: Column[]; rest: LogLine[] }

const SEAT = 'seat:'
const seatsOf = (line: LogLine): number[] => (line.about ?? []).filter((key) => key.startsWith(SEAT)).map((key) => Number(key.slice(SEAT.length)))

/** The keys of the last kind of thing if a line names `count` of it: they say where, the others what. */
function places(line: LogLine, count: number): string[] {
  const kinds = new Map<string, string[]>()
  for (const key of line.about ?? []) {
    const kind = key.split(':')[0]
    if (!key.startsWith(SEAT)) kinds.set(kind, [...(kinds.get(kind) ?? []), key])
  }
  const last = [...kinds.values()].at(-1) ?? []
  return kinds.size > 1 && last.length === count ? last : []
}

/**
 * A staged group as cards that face each other, if its lines tell of two seats with cards in as many
 * places. `named` gives the cards of a text in their order. The rest is whatever the cards do not
 * show.
 */
export function duel(lines: LogLine[], named: (text: string) => string[]): Duel | null {
  const columns = new Map<string, Column>()
  const sides: number[] = []
  const rest: LogLine[] = []
  for (const line of lines) {
    const { seat } = line
    const cards = named(line.text ?? '')
    const at = cards.length ? places(line, cards.length) : (line.about ?? []).filter((key) => columns.has(key))
    if (seat == null || !at.length) rest.push(line)
    else if (cards.length) {
      for (const one of [seat, ...seatsOf(line)]) if (!sides.includes(one)) sides.push(one)
      at.forEach((key, i) => {
        const column = columns.get(key) ?? { key, cards: new Map<number, string[]>(), winner: null, result: '' }
        column.cards.set(seat, [...(column.cards.get(seat) ?? []), cards[i]])
        columns.set(key, column)
      })
    } else if (at.length === 1) {
      const column = columns.get(at[0])!
      column.winner = seat
      column.result = line.text ?? ''
    } else {
      // A line that names two places and no card exchanges what stands there.
      const [one, two] = at.map((key) => columns.get(key)!.cards)
      const moved = one.get(seat) ?? []
      one.set(seat, two.get(seat) ?? [])
      two.set(seat, moved)
      rest.push(line)
    }
  }
  if (columns.size < 2 || sides.length > 2) return null
  return { sides, columns: [...columns.values()].sort((a, b) => (a.key < b.key ? -1 : 1)), rest }
}

/** Does a line tell of something that somebody else did to the seat? */
export const concerns = (line: LogLine, seat: number | null, turn: number | null): boolean =>
  seat != null && turn !== seat && line.seat !== seat && (turn ?? line.seat) != null && !!line.about?.includes(`seat:${seat}`)

/** Turns that run side by side are told in pieces; this joins each of them again. */
function together(pieces: Turn[]): Turn[] {
  const found = new Map<string, Turn>()
  for (const piece of pieces) {
    const key = `${piece.title}|${piece.seat}`
    const turn = found.get(key)
    found.set(key, turn ? { ...turn, lines: [...turn.lines, ...piece.lines] } : piece)
  }
  return [...found.values()]
}

/** The turns of others since the seat's own last one, those that concern the seat first. */
export function sinceLastTurn(log: LogLine[], seat: number | null): Turn[] {
  if (seat == null) return []
  const all = turns(log)
  let end = all.length
  while (end && all[end - 1].seat === seat) end--
  let start = end
  while (start && all[start - 1].seat !== seat) start--
  const others = together(all.slice(start, end).filter((turn) => turn.seat != null))
  const hits = (turn: Turn): boolean => turn.lines.some(({ line }) => concerns(line, seat, turn.seat))
  return [...others.filter(hits), ...others.filter((turn) => !hits(turn))]
}

const READ_WHOLE = 4
const MOST_READ = 3

/** What a screen reader says of many lines: whom they are about, and what concerned the player. */
export function summary(lines: LogLine[], seat: number | null, name: (seat: number) => string, count: (name: string, n: number) => string): string {
  const texts = lines.filter((line) => line.text)
  if (texts.length <= READ_WHOLE) return texts.map((line) => line.text).join(' ')
  const counts = new Map<number, number>()
  for (const { seat: doer } of texts) if (doer != null) counts.set(doer, (counts.get(doer) ?? 0) + 1)
  const said = [...counts].filter(([doer]) => doer !== seat).map(([doer, n]) => count(name(doer), n))
  const mine = texts.filter((line) => concerns(line, seat, line.seat ?? null)).slice(-MOST_READ)
  const last = texts.at(-1)!
  return [...said, ...new Set([...mine, last])].map((one) => (typeof one === 'string' ? one : one.text)).join(' ')
}
