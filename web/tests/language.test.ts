// The language of the client: which one is chosen, and that all texts are there in it.
import { describe, expect, it } from 'vitest'
import { de } from '../src/text/de'
import { en } from '../src/text/en'
import { preferred, speak, t } from '../src/text'

describe('the language of the client', () => {
  it('is the chosen one, or the first of the browser that is there', () => {
    expect(preferred('de', ['en-US'])).toBe('de')
    expect(preferred(undefined, ['fr-CH', 'de-AT', 'en'])).toBe('de')
    expect(preferred('xx', ['fr'])).toBe('en')
    expect(preferred('constructor', [])).toBe('en')
  })

  it('changes all texts at once', async () => {
    await speak('de')
    expect(t.rules).toBe('Regeln')
    await speak('en')
    expect(t.rules).toBe('Rules')
  })

  it('leaves nothing in English', () => {
    const same = ['title', 'home', 'chat', 'bot', 'icons']
    const words = (text: unknown): boolean => typeof text === 'string' && /[a-z]{4}/.test(text)
    for (const [key, text] of Object.entries(en)) {
      if (words(text) && !same.includes(key)) expect(de[key as keyof typeof de], key).not.toBe(text)
    }
  })
})
