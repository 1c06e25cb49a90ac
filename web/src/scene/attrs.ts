// What every drawn thing carries: its id for the flights, its role and words for those who listen.

import type { AnyThing, TableTop } from '../lib/table.svelte'
import { en } from '../text/en'

export function nameOf(thing: AnyThing): string {
  if ('title' in thing && thing.title) return thing.title
  if ('label' in thing && thing.label) return thing.label
  if (thing.kind === 'card') return thing.subtitle || en.faceDown
  if (thing.kind === 'die') return `${thing.face}`
  if (thing.kind === 'note') return thing.text
  return thing.id
}

/** A thing in one sentence. */
export function tell(table: TableTop, thing: AnyThing): string {
  const said = [nameOf(thing)]
  if (thing.owner != null) said.push(table.seatName(thing.owner))
  if (thing.kind === 'card') {
    if (thing.subtitle && thing.title) said.push(thing.subtitle)
    for (const value of thing.values ?? []) said.push(`${value.label} ${value.value}`)
    if (thing.face_up === false) said.push(en.faceDown)
  }
  if (thing.kind === 'cell' && thing.terrain) said.push(thing.terrain)
  if (thing.kind === 'pile' || thing.kind === 'piece') said.push(String(thing.count ?? 1))
  if (thing.kind === 'die') said.push(thing.face)
  for (const badge of thing.badges ?? []) said.push(badge.label)
  if ('pieces' in thing) for (const piece of thing.pieces ?? []) said.push(tell(table, piece))
  return said.join(', ')
}

export function attrs(table: TableTop, thing: AnyThing, button = true, drawn = false) {
  const options = table.optionsOf(thing)
  const why = table.reasonsOf(thing)
  const live = options.length > 0 || why.length > 0
  const glow = options.length > 0 ? 'glow' : why.length ? 'whynot' : ''
  return {
    'data-id': thing.id,
    'data-kind': thing.kind,
    'data-name': nameOf(thing),
    'data-state': `${glow}${table.pointed(thing) ? ' pointed' : ''}`,
    ...(live && button
      ? {
          role: 'button',
          tabindex: 0,
          // In a map only the label is read; elsewhere the words on the thing are its name already.
          ...(drawn ? { 'aria-label': tell(table, thing) } : {}),
          'aria-description': options.slice(0, 3).map((option) => option.label).join('. '),
        }
      : {}),
  }
}
