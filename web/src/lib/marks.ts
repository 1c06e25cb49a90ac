// What the player has picked by similar choices in a row, and how to put any of it down again.

import type { SceneOption } from './protocol'

export interface Mark { answered: number; number: number; verb: string; targets: string[] }

export function markOf(option: SceneOption, answered: number): Mark {
  return { answered, number: option.number, verb: option.token.split(' ')[0], targets: [...(option.targets ?? [])] }
}

/** The marks after one more choice; another verb, or other choices in between, start a new list. */
export function marked(marks: Mark[], next: Mark): Mark[] {
  const last = marks.at(-1)
  return last?.verb === next.verb && last.answered + 1 === next.answered ? [...marks, next] : [next]
}

/** The marks that can still be put down after `answered` answers, the last `undoable` of which can be undone. */
export function loose(marks: Mark[], answered: number, undoable: number): Mark[] {
  if (marks.at(-1)?.answered !== answered - 1 || undoable < 1) return []
  return marks.slice(-undoable)
}

/** The marks without one of them; those made after it are made again. */
export function without(marks: Mark[], mark: Mark): { marks: Mark[]; back: number; again: number[] } {
  const place = marks.indexOf(mark)
  const later = marks.slice(place + 1)
  return {
    marks: [...marks.slice(0, place), ...later.map((one) => ({ ...one, answered: one.answered - 1 }))],
    back: later.length + 1,
    again: later.map((one) => one.number),
  }
}

const KEY = 'marks:'

/** The marks of a table that this tab has kept, so that held things are still held after a reload. */
export function kept(table: string): Mark[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY + table) ?? '[]') as Mark[]
  } catch {
    return []
  }
}

export function keep(table: string, marks: Mark[]): Mark[] {
  sessionStorage.setItem(KEY + table, JSON.stringify(marks))
  return marks
}
