// What the whole page knows: who I am, where I am, and how I like it.

import { api } from './api'
import type { Me } from './protocol'

type Theme = 'auto' | 'dark' | 'light'

const STORE = 'starhall'

function kept(): { theme?: Theme; sound?: boolean; motion?: boolean; tips?: boolean; asText?: boolean } {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? '{}')
  } catch {
    return {}
  }
}

class Hall {
  me = $state<Me | null>(null)
  known = $state<'asking' | 'yes' | 'no'>('asking')
  path = $state(location.pathname)
  query = $state(location.search)
  theme = $state<Theme>(kept().theme ?? 'auto')
  sound = $state(kept().sound ?? true)
  motion = $state(kept().motion ?? !matchMedia('(prefers-reduced-motion: reduce)').matches)
  tips = $state(kept().tips ?? true)
  asText = $state(kept().asText ?? false)
  notices = $state<{ id: number; text: string; bad: boolean }[]>([])
  said = $state('')
  rules = $state<{ game: string; at: string } | null>(null)
  #count = 0

  constructor() {
    addEventListener('popstate', () => this.#arrive())
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.dress())
    this.dress()
  }

  async start(): Promise<void> {
    try {
      this.me = await api.me()
      this.known = this.me ? 'yes' : 'no'
    } catch (error) {
      this.known = 'no'
      this.complain(error)
    }
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
    const { theme, sound, motion, tips, asText } = this
    localStorage.setItem(STORE, JSON.stringify({ theme, sound, motion, tips, asText }))
    this.dress()
  }

  dress(): void {
    const light = matchMedia('(prefers-color-scheme: light)').matches
    const root = document.documentElement
    root.dataset.theme = this.theme === 'auto' ? (light ? 'light' : 'dark') : this.theme
    root.dataset.motion = this.motion ? 'on' : 'off'
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
