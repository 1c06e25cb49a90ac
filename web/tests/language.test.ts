// The language of the client: which one is chosen, and that all texts are there in it.
import { describe, expect, it } from 'vitest'
import { IntlMessageFormat } from 'intl-messageformat'
import { de } from '../src/text/de'
import { en } from '../src/text/en'
import german from '../src/text/de.ts?raw'
import english from '../src/text/en.ts?raw'
import { preferred, speak, t } from '../src/text'
import { messages, type Message } from '../src/text/message'

const message = messages('en')

/** All texts with slots, by their dotted keys. */
function slotted(texts: object, prefix = ''): [string, Message<[]>][] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text === 'function' && 'source' in text) return [[prefix + key, text as Message<[]>]]
    return typeof text === 'object' && !Array.isArray(text) ? slotted(text, `${prefix}${key}.`) : []
  })
}

/** The names of the slots of a text, in all its variants. */
function slots(elements: ReturnType<IntlMessageFormat['getAst']>): Set<string> {
  const found = new Set<string>()
  for (const one of elements) {
    if ('value' in one && one.type !== 0) found.add(one.value)
    if ('options' in one) for (const option of Object.values(one.options)) for (const name of slots(option.value)) found.add(name)
  }
  return found
}

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

  it('has the same slots in every language, and a value for each', () => {
    const other = Object.fromEntries(slotted(de))
    expect(Object.keys(other).sort()).toEqual(slotted(en).map(([key]) => key).sort())
    for (const [key, text] of slotted(en)) {
      for (const [language, one] of [['en', text], ['de', other[key]]] as const) {
        const parsed = new IntlMessageFormat(one.source, language, undefined, { ignoreTag: true })
        expect([...slots(parsed.getAst())].sort(), `${language} ${key}`).toEqual([...one.names].sort())
      }
    }
  })

  it('leaves plurals to the message format', () => {
    for (const source of [english, german]) expect(source).not.toMatch(/[!=]== ?1\b|PluralRules/)
    const lessons = message<[n: number]>('{n, plural, one {# lesson} other {# lessons}}', 'n')
    expect([lessons(1), lessons(2), lessons(1200)]).toEqual(['1 lesson', '2 lessons', '1,200 lessons'])
    expect([en.stepsLeft(1), de.stepsLeft(1), de.stepsLeft(3)]).toEqual(['1 more step', 'noch 1 Schritt', 'noch 3 Schritte'])
    expect([en.clock.left(90_000), de.clock.left(61), de.clock.left(1)]).toEqual(['1 day 1 hour left', 'noch 1 Minute', 'noch 1 Sekunde'])
    expect([en.players('2-5'), en.players('1'), de.players('1')]).toEqual(['2–5 players', '1 player', '1 Person'])
    expect(en.lesson.puzzle('Puzzle 3', true, false)).toBe('Puzzle 3, hard')
  })
})
