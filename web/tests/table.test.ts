import { describe, expect, test } from 'vitest'
import type { Card, Cell, Panel, ReasonInfo, SceneOption, Stat } from '../src/lib/protocol'
import { TableTop } from '../src/lib/table.svelte'
import { grouped, indexOf, signOf } from '../src/parts/Options.svelte'
import { attrs, buttonOf, drawnButton, nameOf, tell } from '../src/scene/attrs'

const card = (id: string, ...touch: string[]): Card => ({ kind: 'card', id, title: id, touch })
const option = (number: number, ...targets: string[]): SceneOption => ({ number, token: `take ${number}`, label: `Take ${number}`, targets })
const reason = (token: string, ...targets: string[]): ReasonInfo => ({ token, label: token, reason: 'Too far.', rule: 'XX-1', targets })

function tableWith(options: SceneOption[], reasons: ReasonInfo[] | null = null): TableTop {
  const table = new TableTop()
  table.scene = { title: 'T', seats: [{ name: 'Ann' }, { name: 'Bob', colour: 'dusk', mark: 'DK' }], tones: { dusk: '#112233', red: '#aa0000' } }
  table.options = options
  table.reasons = reasons
  return table
}

describe('what an option is about', () => {
  test('is found by any of its keys, each option once', () => {
    const table = tableWith([option(1, 'a', 'b'), option(2, 'b'), option(3)])
    expect(table.optionsOf(card('x', 'a', 'b')).map((one) => one.number)).toEqual([1, 2])
    expect(table.optionsOf(card('x', 'b')).map((one) => one.number)).toEqual([1, 2])
    expect(table.optionsOf(card('x', 'c'))).toEqual([])
    expect(table.optionsOf(card('x'))).toEqual([])
  })

  test('follows the options of the next question', () => {
    const table = tableWith([option(1, 'a')])
    expect(table.optionsOf(card('x', 'a'))).toHaveLength(1)
    table.options = [option(2, 'b')]
    expect(table.optionsOf(card('x', 'a'))).toEqual([])
  })

  test('is the card that it names, however deep it lies', () => {
    const table = tableWith([])
    const inner: Panel = { kind: 'panel', id: 'p', title: '', children: [card('x', 'a'), card('y', 'b')] }
    table.scene = { title: 'T', areas: [card('z', 'c'), { kind: 'panel', id: 'q', title: '', children: [inner] }] }
    expect(table.cardOf(option(1, 'b'))?.id).toBe('y')
    expect(table.cardOf(option(1, 'd'))).toBeUndefined()
  })
})

describe('a click', () => {
  const chosen = (table: TableTop): number[] => {
    const numbers: number[] = []
    table.choose = (number) => numbers.push(number)
    return numbers
  }
  const spot = document.createElement('button')

  test('chooses where there is one option', () => {
    const table = tableWith([option(7, 'a')])
    const numbers = chosen(table)
    table.pick(card('x', 'a'), spot)
    expect(numbers).toEqual([7])
    expect(table.menu).toBeNull()
  })

  test('asks which of several', () => {
    const table = tableWith([option(7, 'a'), option(8, 'a')])
    const numbers = chosen(table)
    table.pick(card('x', 'a'), spot)
    expect(numbers).toEqual([])
    expect(table.menu?.options.map((one) => one.number)).toEqual([7, 8])
    expect(table.menu?.from).toBe(spot)
  })

  test('chooses nothing while the reasons are shown', () => {
    const table = tableWith([option(7, 'a')], [reason('take 9', 'a')])
    const numbers = chosen(table)
    table.pick(card('x', 'a'), spot)
    expect(numbers).toEqual([])
    expect(table.menu?.reasons.map((one) => one.token)).toEqual(['take 9'])
  })

  test('does nothing where there is nothing', () => {
    const table = tableWith([option(7, 'a')])
    const numbers = chosen(table)
    table.pick(card('x', 'b'), spot)
    expect(numbers).toEqual([])
    expect(table.menu).toBeNull()
  })
})

test('tones of the scene win over the common ones, and unknown ones are neutral', () => {
  const table = tableWith([])
  expect(table.colour('red')).toBe('#aa0000')
  expect(table.colour('green')).toBe('#46b36b')
  expect(table.colour('nothing')).toBe(table.colour())
})

test('seats have a colour and a mark of their own or the usual ones', () => {
  const table = tableWith([])
  expect([table.seatColour(0), table.seatMark(0), table.seatName(0)]).toEqual(['#ff9800', 'A', 'Ann'])
  expect([table.seatColour(1), table.seatMark(1)]).toEqual(['#112233', 'DK'])
  expect(table.seatName(9)).toBe('')
})

test('a told line lights what it names, not the cards of others that are called the same', () => {
  const table = tableWith([])
  table.told = new Set(['seat:1', 'unit:human', 'hex:a'])
  const human = (owner?: number): Card => ({ ...card('x', 'unit:human'), owner })
  const cell: Cell = { kind: 'cell', id: 'a', label: 'A', q: 0, r: 0, touch: ['hex:a'], owner: 0 }
  expect([human(1), human(0), human(), cell].map((thing) => table.isTold(thing))).toEqual([true, false, true, true])
  table.told = new Set(['unit:human'])
  expect(table.isTold(human(0))).toBe(true)
})

test('things are named and told in one sentence', () => {
  const table = tableWith([])
  const full: Card = {
    kind: 'card', id: 'x', title: 'Scout', subtitle: 'Unit', owner: 0, face_up: false, values: [{ label: 'Attack', value: 5 }],
    badges: [{ label: 'marked' }], pieces: [{ kind: 'piece', id: 'p', label: 'Cube', count: 2 }],
  }
  expect(tell(table, full)).toBe('Scout, Ann, Unit, Attack 5, face down, marked, Cube, 2')
  const hex: Cell = { kind: 'cell', id: 'h', q: 0, r: 0, label: 'Edge 1', terrain: 'Forest' }
  expect(tell(table, hex)).toBe('Edge 1, Forest')
  const number: Stat = { kind: 'stat', id: 's', label: 'Coins', value: 3 }
  expect(tell(table, number)).toBe('Coins, 3')
  expect(nameOf({ kind: 'card', id: 'y', face_up: false })).toBe('face down')
  expect(nameOf({ kind: 'die', id: 'd', face: '6' })).toBe('6')
})

test('a thing shows whether it can be chosen, asked about, or is pointed at', () => {
  const table = tableWith([option(1, 'a')], [reason('take 9', 'b')])
  table.hover = new Set(['a'])
  expect(attrs(table, card('x', 'a'))['data-state']).toBe('glow pointed')
  expect(attrs(table, card('x', 'b'))['data-state']).toBe('whynot')
  expect(attrs(table, card('x', 'c'))['data-state']).toBe('')
})

test('only what can be chosen or asked about is a button, and it says what it does', () => {
  const table = tableWith([option(1, 'a'), option(2, 'a')], [reason('take 9', 'b')])
  expect(buttonOf(table, card('x', 'a'))).toEqual({ 'aria-label': 'x', 'aria-description': 'Take 1. Take 2' })
  expect(buttonOf(table, card('x', 'b'))?.['aria-description']).toBe('Why not?')
  expect(buttonOf(table, card('x', 'c'))).toBeNull()
  expect(drawnButton(table, card('x', 'a'))).toMatchObject({ role: 'button', tabindex: 0 })
  expect(drawnButton(table, card('x', 'c'))).toEqual({})
})

test('options of one verb stand together, and each has a key of its own', () => {
  const mixed = ['move a', 'buy x', 'move b', 'done'].map((token, number) => ({ number, token, label: token }))
  expect(grouped(mixed).map((one) => one.token)).toEqual(['move a', 'move b', 'buy x', 'done'])
  const signs = Array.from({ length: 30 }, (_, index) => signOf(index))
  expect(new Set(signs).size).toBe(30)
  expect(signs.every((sign, index) => indexOf(sign) === index)).toBe(true)
  for (const taken of ['u', 'w', 'h', 'r', 'i']) expect(indexOf(taken)).toBe(-1)
  expect(signOf(99)).toBe('')
})

test('what costs something of one\'s own does not glow', () => {
  const table = tableWith([{ ...option(1, 'a'), costly: true }, { ...option(2, 'b'), costly: true }, option(3, 'b')])
  expect(attrs(table, card('x', 'a'))['data-state']).toBe('costly')
  expect(attrs(table, card('y', 'b'))['data-state']).toBe('glow')
})

test('one of two equal cards is the one that is held', () => {
  const table = tableWith([option(1, 'unit:b')])
  table.held = new Set(['unit:a'])
  expect(attrs(table, card('x', 'held:unit:a'))['data-state']).toBe(' held')
  expect(attrs(table, card('y', 'unit:b'))['data-state']).toBe('glow')
})
