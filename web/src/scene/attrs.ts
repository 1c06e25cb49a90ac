// What every drawn thing carries: its id for the flights, its state, and words for screen readers.

import type { AnyThing, TableTop } from '../lib/table.svelte'
import { t } from '../text'

export function nameOf(thing: AnyThing): string {
  if ('title' in thing && thing.title) return thing.title
  if ('label' in thing && thing.label) return thing.label
  if (thing.kind === 'card') return thing.subtitle || t.faceDown
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
    if (thing.face_up === false) said.push(t.faceDown)
  }
  if (thing.kind === 'cell' && thing.terrain) said.push(thing.terrain)
  if (thing.kind === 'stat') said.push(String(thing.value))
  if (thing.kind === 'pile' || thing.kind === 'piece') said.push(String(thing.count ?? 1))
  if (thing.kind === 'die') said.push(thing.face)
  for (const badge of thing.badges ?? []) said.push(badge.label)
  if ('pieces' in thing) for (const piece of thing.pieces ?? []) said.push(tell(table, piece))
  return said.join(', ')
}

export function attrs(table: TableTop, thing: AnyThing) {
  const open = table.optionsOf(thing).filter((option) => !table.closed.has(option.number))
  // The glow means the current move; what would cost something of the player's own looks different.
  const glow = open.some((option) => !option.costly) ? 'glow' : open.length ? 'costly' : table.reasonsOf(thing).length ? 'whynot' : ''
  return {
    'data-id': thing.id,
    'data-kind': thing.kind,
    'data-name': nameOf(thing),
    'data-state': `${glow}${table.pointed(thing) ? ' pointed' : ''}${table.isTold(thing) ? ' told' : ''}${table.isHeld(thing) ? ' held' : ''}${table.isTaught(thing) ? ' taught' : ''}${table.isHinted(thing) ? ' hinted' : ''}`,
  }
}

const MOST_TOLD = 3

/** The words of the button of a thing: its name and what it does; null where it does nothing. */
export function buttonOf(table: TableTop, thing: AnyThing): { 'aria-label': string; 'aria-description': string } | null {
  const options = table.optionsOf(thing)
  if (table.isHeld(thing)) return { 'aria-label': tell(table, thing), 'aria-description': t.putDown }
  if (!options.length && !table.reasonsOf(thing).length) return null
  const does = options.slice(0, MOST_TOLD).map((option) => option.label)
  return { 'aria-label': tell(table, thing), 'aria-description': does.join('. ') || t.whyNot }
}

/** The words for a thing drawn in a map, where there are no buttons. */
export function drawnButton(table: TableTop, thing: AnyThing) {
  const words = buttonOf(table, thing)
  return words ? { role: 'button' as const, tabindex: 0, ...words } : {}
}
