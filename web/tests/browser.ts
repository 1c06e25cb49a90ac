// What a browser has and jsdom lacks.

import { beforeEach, vi } from 'vitest'

export const media = { light: false, still: false, touch: false }

vi.stubGlobal('matchMedia', (query: string) => ({
  matches: query.includes('light') ? media.light : query.includes('reduce') ? media.still : media.touch,
  addEventListener: () => {},
}))
vi.stubGlobal('scrollTo', () => {})
vi.stubGlobal('CSS', { escape: (text: string) => text })

/** What an element was told to do by `animate`, in order. */
export const moves: { element: Element; frames: Keyframe[] }[] = []
Element.prototype.animate = function (this: Element, frames: Keyframe[]) {
  moves.push({ element: this, frames })
  return {} as Animation
} as Element['animate']

/** What the hall answers, by path; any other request is not found. */
export const answers = new Map<string, unknown>()
export const asked: string[] = []
vi.stubGlobal('fetch', async (path: string) => {
  asked.push(path)
  const found = [...answers].find(([start]) => path.startsWith(start))
  return found
    ? new Response(JSON.stringify(found[1]))
    : new Response(JSON.stringify({ error: `nothing at ${path}` }), { status: 404 })
})

beforeEach(() => {
  Object.assign(media, { light: false, still: false, touch: false })
  moves.length = asked.length = 0
  answers.clear()
  document.body.innerHTML = ''
})
