import { expect, test } from 'vitest'
import type { Live } from '../src/lib/live.svelte'
import { report } from '../src/lib/report'

test('a report holds what is seen of the table, the browser and the settings', () => {
  const live = { id: 'abc', online: true, seats: [], log: [{ frame: 1, text: 'One.' }], frame: { type: 'frame', frame: 1, answered: 0 } } as unknown as Live
  const made = JSON.parse(report(live, 'toy'))
  expect(made).toMatchObject({ report: 1, table: 'abc', game: 'toy', frame: { frame: 1 }, log: [{ text: 'One.' }], browser: { width: innerWidth } })
  expect(Object.keys(made.settings)).toContain('speed')
  expect(made.record).toBeNull()
  expect(JSON.parse(report(live, 'toy', { seed: '1' })).record).toEqual({ seed: '1' })
})
