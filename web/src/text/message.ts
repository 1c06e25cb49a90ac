// Texts in ICU MessageFormat, as those of the games: plurals and choices by the rules of a language.

import { IntlMessageFormat } from 'intl-messageformat'

type Value = string | number | boolean

/** A text with slots; its values come in the order of their names. */
export interface Message<Values extends Value[]> {
  (...values: Values): string
  source: string
  names: string[]
}

/** The texts of a language. They are parsed when they are first read. */
export function messages(language: string) {
  return function message<Values extends Value[]>(source: string, ...names: string[]): Message<Values> {
    let parsed: IntlMessageFormat | undefined
    const read = (...values: Values): string => {
      parsed ??= new IntlMessageFormat(source, language, undefined, { ignoreTag: true })
      return String(parsed.format(Object.fromEntries(names.map((name, n) => [name, typeof values[n] === 'boolean' ? String(values[n]) : values[n]]))))
    }
    return Object.assign(read, { source, names })
  }
}

/** A text whose value is written in another way first. */
export function through<V extends Value>(write: (value: V) => V, text: Message<[value: V]>): Message<[value: V]> {
  return Object.assign((value: V) => text(write(value)), { source: text.source, names: text.names })
}

export const range = (n: string): string => n.replace('-', '–')
/** The hall counts seconds, JavaScript milliseconds. */
export const moment = (seconds: number): number => seconds * 1000
