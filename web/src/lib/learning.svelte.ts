// What has been played and learned: the hall knows it for the person, the browser for itself.

import { api } from './api'
import type { GameInfo, LessonInfo } from './protocol'

const STORE = 'starhall.learning'

interface Kept { played: string[]; finished: Record<string, string[]> }

function kept(): Kept {
  try {
    return { played: [], finished: {}, ...JSON.parse(localStorage.getItem(STORE) ?? '{}') }
  } catch {
    return { played: [], finished: {} }
  }
}

const union = (one: string[] = [], other: string[] = []): string[] => [...new Set([...one, ...other])]

class Learning {
  #known = $state.raw<Kept>(kept())

  /** Ask the hall; without an answer, use the browser's own memory. */
  async refresh(): Promise<void> {
    const { played, finished } = await api.learning()
    const games = union(Object.keys(this.#known.finished), Object.keys(finished ?? {}))
    this.#keep({
      played: union(this.#known.played, played),
      finished: Object.fromEntries(games.map((game) => [game, union(this.#known.finished[game], finished?.[game])])),
    })
  }

  hasPlayed(game: string): boolean {
    return this.#known.played.includes(game)
  }

  hasFinished(game: string, lesson: string): boolean {
    return !!this.#known.finished[game]?.includes(lesson)
  }

  play(game: string): void {
    if (!this.hasPlayed(game)) this.#keep({ ...this.#known, played: [...this.#known.played, game] })
  }

  finish(game: string, lesson: string): void {
    if (this.hasFinished(game, lesson)) return
    this.#keep({ ...this.#known, finished: { ...this.#known.finished, [game]: union(this.#known.finished[game], [lesson]) } })
  }

  /** The first lesson that is not finished yet. */
  next(game: GameInfo): LessonInfo | undefined {
    return game.lessons?.find((lesson) => !this.hasFinished(game.id, lesson.id))
  }

  #keep(next: Kept): void {
    this.#known = next
    localStorage.setItem(STORE, JSON.stringify(next))
  }
}

export const learning = new Learning()
