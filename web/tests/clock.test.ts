import { describe, expect, it } from 'vitest'
import { figures, isLow, isPaused, left, marks, overtime, passed, type ClockSettings } from '../src/lib/clock'

const live: ClockSettings = { type: 'live', minutes: 5, seconds: 10 }
const days: ClockSettings = { type: 'days', hours: 24 }

describe('clocks of players', () => {
  it('run while they are due, and stand still otherwise', () => {
    expect(left({ seat: 0, due: 130 }, 100)).toBe(30)
    expect(left({ seat: 0, due: 90 }, 100)).toBe(0)
    expect(left({ seat: 0, left: 42 }, 100)).toBe(42)
    expect(left({ seat: 0 }, 100)).toBeNull()
    expect(isPaused({ seat: 0, paused: 101 }, 100)).toBe(true)
    expect(isPaused({ seat: 0, paused: 100 }, 100)).toBe(false)
  })
  it('count down each decision of who is late', () => {
    const late = { seat: 0, out: true, due: 108 }
    expect(overtime(late, live, 100)).toBe(8)
    expect(overtime(late, { ...live, then: 'bot' }, 100)).toBeNull()
    expect(overtime(late, days, 100)).toBeNull()
    expect(overtime({ ...late, out: false }, live, 100)).toBeNull()
    expect(overtime({ ...late, due: null }, live, 100)).toBeNull()
  })
  it('warn once at each mark', () => {
    expect(marks(live)).toEqual([60, 30, 10])
    expect(marks({ type: 'live', minutes: 0.5 })).toEqual([10])
    expect(marks(days)).toEqual([3 * 3600, 1800])
    expect(passed(live, 61, 60)).toBe(60)
    expect(passed(live, 60, 59)).toBeNull()
    expect(passed(live, 100, 8)).toBe(10)
    expect(isLow(live, 60)).toBe(true)
    expect(isLow(live, 61)).toBe(false)
  })
  it('are read at a glance', () => {
    expect(figures(0)).toBe('0:00')
    expect(figures(64.2)).toBe('1:05')
    expect(figures(3723)).toBe('1:02:03')
    expect(figures(2 * 86_400 + 5 * 3600 + 10)).toBe('2 d 5 h')
  })
})
