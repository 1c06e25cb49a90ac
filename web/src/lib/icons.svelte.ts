// The drawings of icons, asked of the hall as they are needed, many at a time.

import { SvelteMap } from 'svelte/reactivity'
import { api } from './api'

const MOST_AT_ONCE = 100

class Icons {
  #paths = new SvelteMap<string, string>()
  #asked = new Set<string>()
  #wanted: string[] = []

  /** The SVG path of an icon, in a square of 512; empty until it has come. */
  path(name: string): string {
    if (name && !this.#asked.has(name)) {
      this.#asked.add(name)
      // Icons that are drawn together are asked for together.
      if (this.#wanted.push(name) === 1) queueMicrotask(() => this.#ask())
    }
    return this.#paths.get(name) ?? ''
  }

  #ask(): void {
    while (this.#wanted.length) {
      const names = this.#wanted.splice(0, MOST_AT_ONCE).sort()
      api.icons(names).then(
        (paths) => Object.entries(paths).forEach(([name, path]) => this.#paths.set(name, path)),
        () => names.forEach((name) => this.#asked.delete(name)),
      )
    }
  }
}

export const icons = new Icons()
