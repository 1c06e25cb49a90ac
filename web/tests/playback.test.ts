import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hall } from '../src/lib/hall.svelte'
import { Playback, type Step } from '../src/lib/playback.svelte'

const step = (number: number, text = `Line ${number}.`): Step => ({ line: { frame: number, text } })
let shown: number[]
let told: number[][]
let playback: Playback

beforeEach(() => {
  vi.useFakeTimers()
  hall.speed = 'normal'
  shown = []
  told = []
  playback = new Playback((one) => shown.push(one.line!.frame), (lines) => told.push(lines.map((line) => line.frame)))
})
afterEach(() => {
  playback.stop()
  vi.useRealTimers()
})

/** How long all of it takes. */
function length(steps: Step[]): number {
  const start = Date.now()
  playback.add(steps)
  vi.runAllTimers()
  return Date.now() - start
}

test('steps come one after the other, and the end is told once', () => {
  playback.add([step(1), step(2)])
  expect([shown, playback.left, playback.running]).toEqual([[1], 1, true])
  vi.runAllTimers()
  expect([shown, told, playback.running]).toEqual([[1, 2], [[1, 2]], false])
})

test('what comes meanwhile is shown after the rest', () => {
  playback.add([step(1)])
  playback.add([step(2)], true)
  expect(shown).toEqual([1])
  vi.runAllTimers()
  expect(shown).toEqual([1, 2])
})

test('speeds differ, and long lines stay longer', () => {
  const normal = length([step(1)])
  expect(length([step(1, 'A line that takes much longer to be read than the other.')])).toBeGreaterThan(normal)
  hall.speed = 'slow'
  expect(length([step(1)])).toBeGreaterThan(normal)
  hall.speed = 'fast'
  expect(length([step(1)])).toBeLessThan(normal)
  hall.speed = 'once'
  expect(length([step(1)])).toBe(0)
})

test('one can pause, go step by step, and skip to now', () => {
  playback.add([1, 2, 3, 4].map((number) => step(number)))
  playback.pause()
  vi.runAllTimers()
  expect(shown).toEqual([1])
  playback.forward()
  vi.runAllTimers()
  expect(shown).toEqual([1, 2])
  playback.skip()
  expect([shown, playback.running, playback.paused, told]).toEqual([[1, 2, 3, 4], false, false, [[1, 2, 3, 4]]])
})

test('steps without a line do not wait', () => {
  const frames: number[] = []
  playback = new Playback((one) => frames.push(one.line?.frame ?? 0), () => {})
  playback.add([step(1), {}, step(3)])
  vi.advanceTimersToNextTimer()
  expect(frames).toEqual([1, 0, 3])
})
