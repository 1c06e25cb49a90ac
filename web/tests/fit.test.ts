// When a table is fitted again. The result is tested in a real browser: tests/web/test_fitting.py.

import { beforeEach, describe, expect, test } from 'vitest'
import { Fitting } from '../src/scene/fit'

const TABLE = `
  <div class="beside">
    <div class="card" data-state=""><p>Three units</p></div>
    <div class="map-frame"><svg><g data-state=""><text>Forest</text></g></svg></div>
  </div>`

describe('a table that is told that it may have changed', () => {
  let scene: HTMLElement
  let fitting: Fitting
  let seen: MutationObserver

  beforeEach(() => {
    scene = document.body.appendChild(document.createElement('div'))
    scene.innerHTML = TABLE
    fitting = new Fitting(scene)
    fitting.renew()
    seen = new MutationObserver(() => {})
    seen.observe(scene, { attributeFilter: ['class'] })
  })

  const find = (selector: string): Element => scene.querySelector(selector)!

  /** Does a renewal fit the table? If so, it has a class of its own for a while. */
  function fits(): boolean {
    fitting.renew()
    return seen.takeRecords().length > 0
  }

  test('is left alone while it is the same', () => {
    expect(fits()).toBe(false)
  })

  test.each<[string, () => void]>([
    ['a card comes', () => find('.beside').append(document.createElement('article'))],
    ['words change', () => (find('.card p').firstChild!.textContent = 'Four units')],
    ['something can be chosen', () => find('.card').setAttribute('data-state', 'glow')],
    ['something folds', () => find('.card').classList.add('folded')],
    ['a map has another shape', () => find('svg').setAttribute('style', 'aspect-ratio: 2 / 1')],
  ])('is fitted once when %s', (_, change) => {
    change()
    expect(fits()).toBe(true)
    expect(fits()).toBe(false)
  })

  test.each<[string, () => void]>([
    ['a hex can be chosen', () => find('g').setAttribute('data-state', 'glow')],
    ['a hex is renamed', () => (find('text').firstChild!.textContent = 'Ruin')],
    ['a unit moves', () => find('svg').append(document.createElementNS('http://www.w3.org/2000/svg', 'g'))],
  ])('is left alone when %s: the map stays as large', (_, change) => {
    change()
    expect(fits()).toBe(false)
  })

  test('knows what has changed before it was told', async () => {
    find('.card').setAttribute('data-state', 'glow')
    await Promise.resolve()
    expect(fits()).toBe(true)
  })

  test('is fitted when its own size changes', () => {
    Object.defineProperty(scene, 'clientHeight', { value: 600 })
    expect(fits()).toBe(true)
    expect(fits()).toBe(false)
  })

  test('is fitted again when its letters have come', () => {
    fitting.again()
    expect(seen.takeRecords().length).toBeGreaterThan(0)
  })
})
