import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Card } from '../src/lib/protocol'
import { TableTop } from '../src/lib/table.svelte'
import { touchable } from '../src/scene/touch'
import { media } from './browser'

const CARD: Card = { kind: 'card', id: 'x', title: 'Scout', touch: ['a'] }
let table: TableTop
let node: HTMLElement
let button: HTMLButtonElement
let chosen: number[]
let action: ReturnType<typeof touchable>

beforeEach(() => {
  vi.useFakeTimers()
  table = new TableTop()
  table.options = [{ number: 4, token: 'take', label: 'Take', targets: ['a'] }]
  chosen = []
  table.choose = (number) => chosen.push(number)
  node = document.createElement('div')
  button = document.createElement('button')
  button.className = 'pick'
  node.append(button)
  document.body.append(node)
  action = touchable(node, { table, thing: CARD })
})
afterEach(() => vi.useRealTimers())

function pointer(type: string, pointerType: string, more: object = {}): void {
  const event = new MouseEvent(type, { bubbles: true, ...more })
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  node.dispatchEvent(event)
}
const press = (target: Element, key: string): boolean =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))

test('a click on the button chooses, and goes no further', () => {
  const outer = vi.fn()
  document.body.addEventListener('click', outer, { once: true })
  button.click()
  expect(chosen).toEqual([4])
  expect(outer).not.toHaveBeenCalled()
})

test('a menu gives the focus back to the button', () => {
  table.options = [...table.options, { number: 5, token: 'leave', label: 'Leave', targets: ['a'] }]
  button.click()
  expect(table.menu?.from).toBe(button)
})

test('Enter is left to buttons, and chooses what has none', () => {
  expect(press(button, 'Enter')).toBe(true)
  expect(chosen).toEqual([])
  expect(press(node, 'Enter')).toBe(false)
  expect(press(node, ' ')).toBe(false)
  expect(chosen).toEqual([4, 4])
})

test('the mouse shows a thing large after a while, until it leaves', () => {
  pointer('pointerenter', 'mouse')
  vi.advanceTimersByTime(100)
  expect(table.looking).toBeNull()
  vi.advanceTimersByTime(1000)
  expect(table.looking).toMatchObject({ thing: CARD, held: false })
  pointer('pointerleave', 'mouse')
  vi.advanceTimersByTime(1000)
  expect(table.looking).toBeNull()
})

test('a finger that stays shows a thing large and chooses nothing', () => {
  pointer('pointerdown', 'touch')
  vi.advanceTimersByTime(1000)
  expect(table.looking).toMatchObject({ held: true })
  button.click()
  expect(chosen).toEqual([])
  button.click()
  expect(chosen).toEqual([4])
})

test('where the browser is the first to call a press long, no menu opens', () => {
  pointer('pointerdown', 'touch')
  const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
  expect(button.dispatchEvent(menu)).toBe(false)
  pointer('pointercancel', 'touch')
  expect(table.looking).toMatchObject({ held: true })
  pointer('pointerdown', 'mouse')
  expect(button.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))).toBe(true)
})

test('a finger that moves scrolls', () => {
  pointer('pointerdown', 'touch')
  pointer('pointermove', 'touch', { movementX: 9, movementY: 0 })
  vi.advanceTimersByTime(1000)
  expect(table.looking).toBeNull()
})

test('i shows a thing large, from its button too', () => {
  press(button, 'i')
  expect(table.looking).toMatchObject({ thing: CARD, held: true })
})

test('without a mouse a tap shows what cannot be chosen', () => {
  media.touch = true
  table.options = []
  node.click()
  expect(table.looking).toMatchObject({ thing: CARD, held: true })
})

test('a thing that has changed is the one chosen, and one that is gone is not', () => {
  action.update({ table, thing: { ...CARD, touch: ['b'] } })
  button.click()
  expect(chosen).toEqual([])
  action.update({ table, thing: CARD })
  action.destroy()
  button.click()
  expect(chosen).toEqual([])
})
