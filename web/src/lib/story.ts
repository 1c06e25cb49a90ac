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
/** The headings from the turn on: what stands above it is the same for many turns. */
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

/** The last staged group up to a line of the log (all of it if none is given). */
export function staged(log: LogLine[], kinds: string[], until = Infinity): Staged | null {
  let found: Staged | null = null
  for (const { line, heads } of told(log)) {
    if (line.frame > until) break
    if (!line.text) continue
    const head = heads.find((one) => kinds.includes(one.kind))
    if (!head) {
      if (found) found.done = true
    } else if (found && !found.done && found.head.text === head.text) found.lines.push(line)
    else found = { key: line.frame, head, lines: [line], done: false }
  }
  return found
}

/** Does a line tell of something that somebody else did to the seat? */
export const concerns = (line: LogLine, seat: number | null, turn: number | null): boolean =>
  seat != null && turn !== seat && !!line.about?.includes(`seat:${seat}`)

/** The turns of others since the seat's own last one, those that concern the seat first. */
export function sinceLastTurn(log: LogLine[], seat: number | null): Turn[] {
  if (seat == null) return []
  const all = turns(log)
  let end = all.length
  while (end && all[end - 1].seat === seat) end--
  let start = end
  while (start && all[start - 1].seat !== seat) start--
  const others = all.slice(start, end).filter((turn) => turn.seat != null)
  const hits = (turn: Turn): boolean => turn.lines.some(({ line }) => concerns(line, seat, turn.seat))
  return [...others.filter(hits), ...others.filter((turn) => !hits(turn))]
}

const READ_WHOLE = 4
const MOST_READ = 3

/** What a listener hears of many lines: whom they tell of, and what concerned the listener. */
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
