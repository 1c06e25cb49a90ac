// What the whole page knows: who I am, where I am, and my preferences.

import { api, Refusal } from './api'
import type { Speed } from './playback.svelte'
import type { Me } from './protocol'
import { LANGUAGES, preferred, t, type Language } from '../text'

type Theme = 'auto' | 'dark' | 'light'
type Colours = 'usual' | 'clear'

const STORE = 'starhall'

interface Kept { theme: Theme; sound: boolean; volume: number; motion: boolean; speed: Speed; confirm: boolean; colours: Colours; tips: boolean; asText: boolean; language: Language; badge: boolean; alerts: boolean }

interface Question { title: string; text: string; inWords: boolean; answer: (words: string | null) => void }

function kept(): Partial<Kept> {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}')
  } catch {
    return {}
  }
}

class Hall {
  me = $state<Me | null>(null)
  known = $state<'asking' | 'yes' | 'no'>('asking')
  trouble = $state('') // why it is still not known who I am
  path = $state(location.pathname)
  query = $state(location.search)
  theme = $state<Theme>(kept().theme ?? 'auto')
  sound = $state(kept().sound ?? true)
  badge = $state(kept().badge ?? true) // how many games wait, in the title and on the icon
  alerts = $state(kept().alerts ?? false) // browser notifications while the page is open
  volume = $state(kept().volume ?? 60)
  motion = $state(kept().motion ?? !matchMedia('(prefers-reduced-motion: reduce)').matches)
  speed = $state<Speed>(kept().speed ?? 'normal')
  confirm = $state(kept().confirm ?? true) // ask before what cannot be undone
  colours = $state<Colours>(kept().colours ?? 'usual')
  tips = $state(kept().tips ?? true)
  language = $state<Language>(preferred(kept().language, navigator.languages))
  asText = $state(kept().asText ?? false)
  notices = $state<{ id: number; text: string; bad: boolean }[]>([])
  said = $state('')
  question = $state.raw<Question | null>(null)
  dialogs = $state.raw<string[]>([]) // open ones, the uppermost last
  skew = 0 // of the hall's clock against that of this browser, in seconds
  rules = $state<{ game: string; at: string } | null>(null)
  #count = 0

  constructor() {
    addEventListener('popstate', () => this.#arrive())
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.dress())
    this.dress()
  }

  /** Asks again if there is no answer. Otherwise the page would ask known people for a name while the hall restarts. */
  async start(wait = 500): Promise<void> {
    try {
      this.me = await api.me()
      this.known = this.me ? 'yes' : 'no'
      this.trouble = ''
    } catch (error) {
      this.trouble = error instanceof Refusal ? error.message : t.reconnecting
      setTimeout(() => this.start(Math.min(wait * 2, 10_000)), wait)
      return
    }
    await this.follow().catch((error) => this.complain(error))
  }

  /** The language belongs to the person: this browser follows it, or is the first to set it. */
  async follow(): Promise<void> {
    const theirs = this.me?.language
    if (this.me && !theirs) this.me = await api.speak(this.language)
    else if (theirs && theirs !== this.language && Object.hasOwn(LANGUAGES, theirs)) this.#read(theirs as Language)
  }

  /** From now on, and in all browsers of this person. */
  async speak(language: Language): Promise<void> {
    if (this.me) this.me = await api.speak(language)
    this.#read(language)
  }

  #read(language: Language): void {
    this.language = language
    this.keep()
    location.reload()
  }

  go(to: string, replace = false): void {
    if (replace) history.replaceState(null, '', to)
    else history.pushState(null, '', to)
    this.#arrive()
    if (!replace) scrollTo(0, 0)
  }

  #arrive(): void {
    this.path = location.pathname
    this.query = location.search
  }

  keep(): void {
    const { theme, sound, volume, motion, speed, confirm, colours, tips, asText, language, badge, alerts } = this
    const now: Kept = { theme, sound, volume, motion, speed, confirm, colours, tips, asText, language, badge, alerts }
    localStorage.setItem(STORE, JSON.stringify(now))
    this.dress()
  }

  dress(): void {
    const light = matchMedia('(prefers-color-scheme: light)').matches
    const root = document.documentElement
    root.dataset.theme = this.theme === 'auto' ? (light ? 'light' : 'dark') : this.theme
    root.lang = this.language
    root.dataset.motion = this.motion ? 'on' : 'off'
  }

  /** Take the time that the hall tells. */
  setTime(now: number | undefined): void {
    if (now) this.skew = now - Date.now() / 1000
  }

  /** The time of the hall, in seconds since 1970. */
  now(): number {
    return Date.now() / 1000 + this.skew
  }

  /** Ask before something that cannot be undone; the answer in words, or null for no. */
  ask(title: string, text: string, inWords = false): Promise<string | null> {
    return new Promise((answer) => (this.question = { title, text, inWords, answer }))
  }

  /** A sentence that passes by; screen readers hear it too. */
  notice(text: string, bad = false): void {
    const id = ++this.#count
    this.notices = [...this.notices.filter((n) => n.text !== text).slice(-2), { id, text, bad }]
    setTimeout(() => (this.notices = this.notices.filter((n) => n.id !== id)), bad ? 7000 : 4000)
  }

  complain(error: unknown): void {
    this.notice(error instanceof Error ? error.message : String(error), true)
  }

  openRule(game: string, at = ''): void {
    this.rules = { game, at }
  }
}

export const hall = new Hall()
