import { beforeEach, expect, test, vi } from 'vitest'
import type { GameInfo } from '../src/lib/protocol'
import { answers } from './browser'

const GAME = { id: 'comet', lessons: [{ id: '01-first' }, { id: '02-second' }] } as GameInfo

beforeEach(() => {
  localStorage.clear()
  vi.resetModules()
})

const fresh = async () => (await import('../src/lib/learning.svelte')).learning

test('what was played and finished is kept by the browser', async () => {
  const learning = await fresh()
  expect(learning.hasPlayed('comet')).toBe(false)
  expect(learning.next(GAME)?.id).toBe('01-first')
  learning.play('comet')
  learning.finish('comet', '01-first')
  vi.resetModules()
  const later = await fresh()
  expect(later.hasPlayed('comet')).toBe(true)
  expect(later.next(GAME)?.id).toBe('02-second')
})

test('what the hall knows of the person is added', async () => {
  const learning = await fresh()
  learning.finish('comet', '01-first')
  answers.set('/api/me/learning', { played: ['comet'], finished: { comet: ['02-second'] } })
  await learning.refresh()
  expect(learning.hasPlayed('comet')).toBe(true)
  expect(learning.next(GAME)).toBeUndefined()
})

test('a browser that has forgotten everything believes the hall', async () => {
  localStorage.setItem('starhall.learning', 'not json')
  const learning = await fresh()
  answers.set('/api/me/learning', {})
  await learning.refresh()
  expect(learning.hasPlayed('comet')).toBe(false)
})
