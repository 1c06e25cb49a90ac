// Plays back what happened, step by step: a step is one told line, with the table it was told at.

import { hall } from './hall.svelte'
import type { Frame, LogLine, Scene } from './protocol'

export type Speed = 'slow' | 'normal' | 'fast' | 'once'
const PACE: Record<Speed, number> = { slow: 2, normal: 1, fast: 0.45, once: 0 }
export const SPEEDS = Object.keys(PACE) as Speed[]

// How long a line stays: a moment and the time to read it, or less when many lines wait.
const BASE_MS = 450
const LETTER_MS = 13
const MANY = 14
const HURRY = 0.6

/**
 * A line and its table: that of the frame that came with it, with what has moved since the line
 * before; or, during a look back, a table of the past.
 */
export interface Step { frame?: Frame; scene?: Scene; moves?: LogLine[]; past?: Scene; line?: LogLine }

export class Playback {
  line = $state.raw<LogLine | null>(null)
  left = $state(0)
  paused = $state(false)
  running = $state(false)
  #queue: Step[] = []
  #timer = 0
  #shown: LogLine[] = []

  /** `show` draws a step; `end` receives all the lines when the last one has been shown. */
  constructor(readonly show: (step: Step) => void, readonly end: (lines: LogLine[]) => void) {}

  /** Steps to show after those that wait; `at once` is for what one's own choice did. */
  add(steps: Step[], atOnce = false): void {
    this.#queue.push(...steps)
    this.left = this.#queue.length
    if (this.running && this.paused) return
    if (!this.#waits() || (atOnce && !this.running)) this.skip()
    else if (!this.running) {
      this.running = true
      this.#next()
    }
  }

  #waits(): boolean {
    return PACE[hall.speed] > 0 && !document.hidden
  }

  #next(): void {
    clearTimeout(this.#timer)
    const step = this.#queue.shift()
    this.left = this.#queue.length
    if (!step) return this.#finish()
    this.#draw(step)
    if (!step.line?.text) this.#next()
    else if (!this.paused) this.#timer = window.setTimeout(() => this.#next(), this.#stay(step.line.text))
  }

  #stay(text: string): number {
    const hurry = this.#queue.length > MANY ? HURRY : 1
    return (BASE_MS + LETTER_MS * text.length) * PACE[hall.speed] * hurry
  }

  #draw(step: Step): void {
    this.show(step)
    if (step.line?.text) {
      this.line = step.line
      this.#shown.push(step.line)
    }
  }

  #finish(): void {
    this.running = this.paused = false
    this.end(this.#shown.splice(0))
  }

  /** Skip to now: show all waiting steps at once. */
  skip(): void {
    clearTimeout(this.#timer)
    for (const step of this.#queue.splice(0)) this.#draw(step)
    this.left = 0
    this.#finish()
  }

  /** One step further, whether playback runs or is paused. */
  forward(): void {
    if (this.running) this.#next()
  }

  pause(): void {
    if (!this.running) return
    this.paused = !this.paused
    clearTimeout(this.#timer)
    if (!this.paused) this.#next()
  }

  /** Forget waiting steps, because the table is left or other steps replace them. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#queue = []
    this.#shown = []
    this.left = 0
    this.running = this.paused = false
  }
}
