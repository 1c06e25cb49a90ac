// A file to attach to a problem report: what this browser shows of the table, and no more while the
// game runs; afterwards also the record, from which the whole game can be played again.

import { hall } from './hall.svelte'
import type { Live } from './live.svelte'

export function report(live: Live, game: string, record: unknown = null): string {
  const { frame, log, seats, online } = live
  const { theme, motion, speed, colours } = hall
  const browser = { agent: navigator.userAgent, language: navigator.language, width: innerWidth, height: innerHeight, ratio: devicePixelRatio }
  const made = { report: 1, at: new Date().toISOString(), table: live.id, game, online, seats, frame, log, record, browser, settings: { theme, motion, speed, colours } }
  return JSON.stringify(made, null, 1)
}

/** Hand the file to the browser's downloads. */
export function save(text: string, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
