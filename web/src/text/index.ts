// The texts of the client in the language of its reader; those of games come from the hall.

import { en } from './en'

export type Texts = typeof en

/** A language is here when all texts of the client are there in it. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' }
export type Language = keyof typeof LANGUAGES

const load: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  de: async () => (await import('./de')).de,
}

export let language: Language = 'en'
/** Set once, before the page is drawn. */
export let t: Texts = en

/** The language that was chosen, or else the first one of the browser that is there. */
export function preferred(chosen: string | undefined, browser: readonly string[]): Language {
  const known = [chosen ?? '', ...browser.map((tag) => tag.split('-')[0])]
  return (known.find((tag) => Object.hasOwn(LANGUAGES, tag)) as Language | undefined) ?? 'en'
}

export async function speak(wanted: Language): Promise<void> {
  t = await load[wanted]()
  language = wanted
}
