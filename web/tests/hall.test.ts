import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hall } from '../src/lib/hall.svelte'
import { answers, asked, media } from './browser'

beforeEach(() => {
  vi.useFakeTimers()
  hall.notices = []
})
afterEach(() => vi.useRealTimers())

test('preferences are kept and worn', () => {
  hall.theme = 'light'
  hall.motion = false
  hall.keep()
  expect(JSON.parse(localStorage.getItem('starhall') ?? '')).toMatchObject({ theme: 'light', motion: false })
  expect(document.documentElement.dataset).toMatchObject({ theme: 'light', motion: 'off' })
})

test('the theme of the system is taken where none was chosen', () => {
  hall.theme = 'auto'
  hall.dress()
  expect(document.documentElement.dataset.theme).toBe('dark')
  media.light = true
  hall.dress()
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('a notice passes by, bad ones more slowly, and never twice at once', () => {
  hall.notice('Saved.')
  hall.notice('Saved.')
  hall.complain(new Error('No such table.'))
  expect(hall.notices.map((one) => [one.text, one.bad])).toEqual([['Saved.', false], ['No such table.', true]])
  vi.advanceTimersByTime(5000)
  expect(hall.notices.map((one) => one.text)).toEqual(['No such table.'])
  vi.advanceTimersByTime(5000)
  expect(hall.notices).toEqual([])
})

test('only the last three notices are shown', () => {
  for (const text of ['one', 'two', 'three', 'four']) hall.notice(text)
  expect(hall.notices.map((one) => one.text)).toEqual(['two', 'three', 'four'])
})

test('pages have addresses, and the way back works', async () => {
  vi.useRealTimers()
  hall.go('/t/abc?seat=1')
  expect([hall.path, hall.query]).toEqual(['/t/abc', '?seat=1'])
  hall.go('/t/abc/replay/3', true)
  expect(hall.path).toBe('/t/abc/replay/3')
  history.back()
  await vi.waitFor(() => expect(hall.path).toBe('/'))
})

test('somebody known comes in, a stranger does not', async () => {
  answers.set('/api/me', { id: '1', name: 'Ann' })
  await hall.start()
  expect([hall.known, hall.me?.name]).toEqual(['yes', 'Ann'])
  answers.set('/api/me', null)
  await hall.start()
  expect([hall.known, hall.me]).toEqual(['no', null])
})

test('nobody is a stranger because the hall does not answer: the page says why and asks again', async () => {
  hall.known = 'asking'
  await hall.start()
  expect([hall.known, hall.trouble]).toEqual(['asking', 'nothing at /api/me'])
  await vi.advanceTimersByTimeAsync(600)
  expect(asked).toEqual(['/api/me', '/api/me'])
  answers.set('/api/me', { id: '1', name: 'Ann', language: 'en' })
  await vi.advanceTimersByTimeAsync(1000)
  expect([hall.known, hall.me?.name, hall.trouble]).toEqual(['yes', 'Ann', ''])
})

test('this browser follows the language of the person, or is the first to tell it', async () => {
  const reload = vi.spyOn(hall, 'keep')
  hall.language = 'en'
  answers.set('/api/me', { id: '1', name: 'Ann', language: 'de' })
  await hall.start()
  expect([hall.language, document.documentElement.lang]).toEqual(['de', 'de'])
  expect(reload).toHaveBeenCalled()
  answers.clear()
  answers.set('/api/me/language', { id: '2', name: 'Bo', language: 'de' })
  answers.set('/api/me', { id: '2', name: 'Bo', language: '' })
  await hall.start()
  expect(hall.me?.language).toBe('de')
  hall.language = 'en'
  reload.mockRestore()
})
