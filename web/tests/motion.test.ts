import { beforeEach, expect, test } from 'vitest'
import { Flight } from '../src/lib/motion'
import { moves } from './browser'

let scene: HTMLElement

/** A thing of the scene at a place, inside another one or not. */
function put(id: string, x: number, kind = 'card', name = id, inside: Element = scene): HTMLElement {
  const element = document.createElement('div')
  Object.assign(element.dataset, { id, kind, name })
  element.getBoundingClientRect = () => new DOMRect(x, 0, 100, 100)
  inside.append(element)
  return element
}
const starts = (element: Element): Keyframe | undefined => moves.find((move) => move.element === element)?.frames[0]

beforeEach(() => {
  document.body.innerHTML = '<div class="scene"></div>'
  scene = document.querySelector('.scene')!
})

test('what has another place travels there from where it was', () => {
  const card = put('a', 0)
  const still = put('b', 500)
  const flight = new Flight()
  card.getBoundingClientRect = () => new DOMRect(300, 0, 100, 100)
  flight.land([])
  expect(starts(card)?.transform).toBe('translate(-300px, 0px) scale(1)')
  expect(starts(still)).toBeUndefined()
})

test('a card that shows another face flips', () => {
  const card = put('a', 0)
  const flight = new Flight()
  card.dataset.name = 'Scout'
  flight.land([])
  expect(starts(card)?.transform).toContain('rotateY(90deg)')
})

test('a card that changes its id in moving is known by its name', () => {
  put('hand:1', 0, 'card', 'Scout').className = 'old'
  const flight = new Flight()
  document.querySelector('.old')!.remove()
  const card = put('lane:1', 200, 'card', 'Scout')
  flight.land([])
  expect(starts(card)?.transform).toContain('translate(-200px, 0px)')
})

test('a new card comes from where the log says, and else appears', () => {
  put('deck', 0, 'pile')
  const hand = put('hand', 600, 'panel')
  const flight = new Flight()
  const drawn = put('c', 600, 'card', 'c', hand)
  const other = put('d', 900)
  flight.land([{ frame: 1, source: 'deck', target: 'hand' }])
  expect(starts(drawn)?.transform).toContain('translate(-600px, 0px)')
  expect(starts(other)).toEqual({ opacity: 0, scale: 0.85 })
})

test('where no card is seen to move, a back flies, and not too many of them', () => {
  put('deck', 0, 'pile')
  put('hand:2', 600, 'pile')
  const flight = new Flight()
  flight.land(Array.from({ length: 40 }, (_, frame) => ({ frame, source: 'deck', target: 'hand:2' })))
  expect(document.querySelectorAll('.ghost')).toHaveLength(12)
  flight.land([{ frame: 1, source: 'deck', target: 'nowhere' }])
  expect(document.querySelectorAll('.ghost')).toHaveLength(12)
})
