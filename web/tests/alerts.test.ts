import { beforeEach, describe, expect, it } from 'vitest'
import { setTitle, setWaiting } from '../src/lib/alerts'
import { hall } from '../src/lib/hall.svelte'

const icon = (): string => document.querySelector<HTMLLinkElement>('link[rel=icon]')!.getAttribute('href')!

describe('the tab', () => {
  beforeEach(() => {
    document.head.innerHTML = '<link rel="icon" href="/favicon.svg">'
    hall.badge = true
    setWaiting(0)
  })

  it('counts what waits, in the title and on the icon', () => {
    setTitle('Nexus Ops')
    expect(document.title).toBe('Nexus Ops')
    setWaiting(3)
    expect(document.title).toBe('(3) Nexus Ops')
    expect(decodeURIComponent(icon())).toContain('>3</text>')
    setWaiting(12)
    expect(decodeURIComponent(icon())).toContain('>9+</text>')
    setWaiting(0)
    expect(document.title).toBe('Nexus Ops')
    expect(icon()).toBe('/favicon.svg')
  })

  it('keeps quiet if one does not want it', () => {
    hall.badge = false
    setTitle('Nexus Ops')
    setWaiting(2)
    expect(document.title).toBe('Nexus Ops')
    expect(icon()).toBe('/favicon.svg')
  })
})
