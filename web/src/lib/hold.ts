// A finger that stays on a thing: it explains and does not choose.

export const HOVER_MS = 420
const HOLD_MS = 480
const STILL = 4 // pixels that a finger may move

export class Hold {
  #timer = 0
  #explain: (() => void) | null = null // while a finger is down
  #held = false

  down(event: PointerEvent, explain: () => void): void {
    this.up()
    this.#held = false
    if (event.pointerType === 'mouse') return
    this.#explain = explain
    this.#timer = window.setTimeout(() => this.#done(), HOLD_MS)
  }

  move(event: PointerEvent): void {
    if (event.pointerType === 'touch' && Math.hypot(event.movementX, event.movementY) > STILL) this.up()
  }

  up(): void {
    clearTimeout(this.#timer)
    this.#explain = null
  }

  /** If the browser detects a long press before we do, it would open a menu and take the finger away. */
  menu(event: Event): void {
    if (!this.#explain && !this.#held) return
    event.preventDefault()
    this.#done()
  }

  /** Whether a click is the end of a long press. */
  claims(): boolean {
    const held = this.#held
    this.up()
    this.#held = false
    return held
  }

  #done(): void {
    const explain = this.#explain
    this.up()
    if (!explain) return
    this.#held = true
    explain()
  }
}
