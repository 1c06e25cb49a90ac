import { flushSync } from 'svelte'
import { expect, test, vi } from 'vitest'
import { icons } from '../src/lib/icons.svelte'
import { dressed, editionOf, looks } from '../src/lib/looks.svelte'
import { TableTop } from '../src/lib/table.svelte'
import { answers, asked } from './browser'

const LOOK = {
  palette: { hue: 50, accent: { dark: '#ffee00', light: '#443300' }, sky: ['#000011', '#000022'], globe: ['#000033', '#000044'] },
  cover: { motif: 'rays', icons: ['ufo', 'moon', 'rocket'] },
  icons: { 'unit:scout': 'spyglass', 'unit:guard': 'shield', plain: '' },
}

const NIGHT = { ...LOOK, icons: { ...LOOK.icons, 'unit:scout': 'owl' } }

test('a look is asked for once, and dresses whatever waited for it', async () => {
  answers.set('/api/games', [{ id: 'far', look: LOOK, packs: { night: NIGHT } }])
  const node = document.createElement('div')
  const stop = $effect.root(() => {
    $effect(() => dressed('far')(node))
  })
  flushSync()
  expect(node.dataset.palette).toBeUndefined()
  await vi.waitFor(() => expect(looks.of('far')).toEqual(LOOK))
  flushSync()
  expect(node.dataset.palette).toBe('')
  expect(node.style.getPropertyValue('--hue')).toBe('50')
  expect(node.style.getPropertyValue('--accent-dark-ink')).toBe('#0b0f1c')
  expect(node.style.getPropertyValue('--accent-light-ink')).toBe('#ffffff')
  expect(looks.of('unknown')).toBeUndefined()
  expect(asked).toEqual(['/api/games'])
  stop()
})

test('a table finds the drawings of what its scenes name', async () => {
  answers.set('/api/games', [{ id: 'far', look: LOOK }])
  await vi.waitFor(() => expect(looks.of('far')).toBeDefined())
  const table = new TableTop()
  table.game = 'far'
  expect(table.icons('unit:scout unit:guard')).toEqual(['spyglass', 'shield'])
  expect(table.icons('unit:dragon unit:guard')).toEqual(['shield'])
  expect(table.icon('unit:scout')).toBe('spyglass')
  expect(table.icon('plain')).toBe('')
  expect(table.icon()).toBe('')
})

test('a table with a pack looks as the pack says', () => {
  const table = new TableTop()
  table.game = editionOf({ game: 'far', settings: { pack: 'night' } })
  expect(table.icons('unit:scout unit:guard')).toEqual(['owl', 'shield'])
  expect(editionOf({ game: 'far', settings: {} })).toBe('far')
})

test('drawings are asked for together, and only once', async () => {
  answers.set('/api/icons', { ufo: 'M1', moon: 'M2' })
  for (const name of ['ufo', 'moon', '', 'ufo']) expect(icons.path(name)).toBe('')
  await vi.waitFor(() => expect(icons.path('ufo')).toBe('M1'))
  expect(icons.path('moon')).toBe('M2')
  expect(asked).toEqual(['/api/icons?names=moon,ufo'])
})

test('drawings that did not come are asked for again', async () => {
  icons.path('rocket')
  await vi.waitFor(() => {
    icons.path('rocket')
    expect(asked.length).toBeGreaterThan(1)
  })
  answers.set('/api/icons', { rocket: 'M3' })
  await vi.waitFor(() => expect(icons.path('rocket')).toBe('M3'))
})
