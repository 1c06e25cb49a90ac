import { describe, expect, test } from 'vitest'
import { changed, updated } from '../src/lib/difference'
import type { Card, Frame, Panel, Scene } from '../src/lib/protocol'

const card = (id: string, more: Partial<Card> = {}): Card => ({ kind: 'card', id, title: id, ...more })
const panel = (id: string, children: Panel['children']): Panel => ({ kind: 'panel', id, title: id, children })
const scene = (...areas: NonNullable<Scene['areas']>): Scene => ({ title: 'T', areas })

describe('a changed scene', () => {
  const before = scene(panel('hand', [card('a'), card('b', { dim: true })]), panel('table', [card('c')]))

  test('has new values, and lost those that are null', () => {
    const after = changed(before, { things: { b: { dim: null, text: 'Now' } }, fields: { tip: 'Look' } })
    expect(after).toEqual({
      title: 'T', tip: 'Look',
      areas: [panel('hand', [card('a'), card('b', { text: 'Now' })]), panel('table', [card('c')])],
    })
  })

  test('keeps the objects of what stays the same', () => {
    const after = changed(before, { things: { a: { text: 'Now' } } })
    expect(after.areas![1]).toBe(before.areas![1])
    expect((after.areas![0] as Panel).children[1]).toBe((before.areas![0] as Panel).children[1])
    expect(before.areas![0]).toEqual(panel('hand', [card('a'), card('b', { dim: true })]))
  })

  test('shows a thing that moved, changed on its way', () => {
    const things = { hand: { children: ['b'] }, table: { children: ['c', 'a', card('d')] }, a: { text: 'Now' } }
    expect(changed(before, { things }).areas).toEqual([
      panel('hand', [card('b', { dim: true })]),
      panel('table', [card('c'), card('a', { text: 'Now' }), card('d')]),
    ])
  })

  test('has its areas in a new order', () => {
    const after = changed(before, { fields: { areas: ['table', 'hand'] } })
    expect(after.areas!.map((area) => area.id)).toEqual(['table', 'hand'])
    expect(after.areas![0]).toBe(before.areas![1])
    expect(changed(before, { fields: { areas: null } })).toEqual({ title: 'T' })
  })

  test('turns up the top of a pile, and takes it away', () => {
    const pile = { kind: 'pile' as const, id: 'p', title: 'P', count: 2 }
    const topped = changed(scene(pile), { things: { p: { top: card('x') } } })
    expect(topped.areas).toEqual([{ ...pile, top: card('x') }])
    const turned = changed(topped, { things: { x: { dim: true } } })
    expect(turned.areas).toEqual([{ ...pile, top: card('x', { dim: true }) }])
    expect(changed(topped, { things: { p: { top: null, count: 1 } } }).areas).toEqual([{ ...pile, count: 1 }])
  })
})

describe('an updated frame', () => {
  const options = [{ number: 1, token: 'a', label: 'A' }, { number: 2, token: 'b', label: 'B' }]
  const frame: Frame = { type: 'frame', frame: 4, answered: 2, prompt: 'Which?', options, waiting: [0], scene: scene(card('a')) }

  test('keeps what is left out', () => {
    const next = updated(frame, { type: 'update', frame: 5, waiting: [1] })
    expect(next).toMatchObject({ ...frame, frame: 5, waiting: [1] })
    expect(next.scene).toBe(frame.scene)
  })

  test('takes options that it had by their numbers', () => {
    const fresh = { number: 3, token: 'c', label: 'C' }
    expect(updated(frame, { type: 'update', options: [2, fresh] }).options).toEqual([options[1], fresh])
    expect(updated(frame, { type: 'update', options: [] }).options).toEqual([])
  })

  test('has only the new lines of the log', () => {
    const before: Frame = { ...frame, log: [{ frame: 4, text: 'Old.' }], log_from: 3 }
    const next = updated(before, { type: 'update', frame: 5 })
    expect([next.log, next.log_from]).toEqual([undefined, undefined])
  })
})
