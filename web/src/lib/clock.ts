// Clocks of players: how long is left, when it is little, and when to warn.

import { t } from '../text'
import type { DaysClock, LiveClock, SeatClock } from './protocol'

export type ClockSettings = LiveClock | DaysClock

const HOUR = 3600

/** The seconds left on a clock at a moment of the hall; null: it shows nothing now. */
export function left(clock: SeatClock, now: number): number | null {
  if (clock.due != null) return Math.max(0, clock.due - now)
  return clock.left ?? null
}

/** What is left for this decision of a player whose time is up; null: nothing, or a bot plays. */
export function overtime(clock: SeatClock, settings: ClockSettings | null, now: number): number | null {
  const counts = clock.out && settings?.type === 'live' && settings.then !== 'bot'
  return counts && clock.due != null ? left(clock, now) : null
}

export const isPaused = (clock: SeatClock, now: number): boolean => (clock.paused ?? 0) > now

/** The moments before the end at which a player is warned, in seconds; from the first on, little is left. */
export function marks(settings: ClockSettings): number[] {
  if (settings.type === 'days') return [Math.min(6 * HOUR, (settings.hours * HOUR) / 8), HOUR / 2].sort((a, b) => b - a)
  return [60, 30, 10].filter((mark) => mark < settings.minutes * 60)
}

export const isLow = (settings: ClockSettings, seconds: number): boolean => seconds <= (marks(settings)[0] ?? 0)

/** The mark that was passed between two looks at a running clock, if any; the lowest of several. */
export function passed(settings: ClockSettings, before: number, after: number): number | null {
  return marks(settings).filter((mark) => after <= mark && mark < before).at(-1) ?? null
}

/** Figures for the seats: 4:05, 1:02:03, 2 d 5 h. */
export function figures(seconds: number): string {
  const whole = Math.ceil(seconds)
  const two = (n: number): string => String(n).padStart(2, '0')
  if (whole >= 24 * HOUR) return `${Math.floor(whole / 86_400)} d ${Math.floor((whole % 86_400) / HOUR)} h`
  const [h, m, s] = [Math.floor(whole / HOUR), Math.floor((whole % HOUR) / 60), whole % 60]
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

/** The settings of a clock in words. */
export function inWords(settings: ClockSettings): string {
  const { live, days, noWeekends, pauseWord, then } = t.clock
  const said = settings.type === 'live' ? [live(settings.minutes, settings.seconds ?? 0)] : [days(settings.hours)]
  if (settings.type === 'days' && settings.weekends_off) said.push(noWeekends)
  if (settings.type === 'days' && settings.pause_days) said.push(pauseWord(settings.pause_days))
  return `${said.join(', ')}. ${t.clock.whenUp}: ${then[settings.then ?? 'default']}.`
}
