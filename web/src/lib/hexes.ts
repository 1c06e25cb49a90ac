// Where the hexes of a map lie, and in which direction from each other.

import type { Cell, Hexmap, Scene, SceneOption } from './protocol'
import { everything } from './table.svelte'

export const SIZE = 40 // from the centre of a hex to its corner
export const ROOT3 = Math.sqrt(3)

export const centre = ({ flat }: Hexmap, { q, r }: Cell): [number, number] =>
  flat ? [1.5 * q * SIZE, ROOT3 * (r + q / 2) * SIZE] : [ROOT3 * (q + r / 2) * SIZE, 1.5 * r * SIZE]

/** One of eight directions, clockwise from the north, and how far. */
export interface Bearing { direction: number; far: number }

const DIRECTIONS = 8

/** How the places of options lie from those that the keys name or, without keys, from the middle of the map. */
export function bearings(scene: Scene, from: Set<string>): (option: SceneOption) => Bearing | null {
  const spots = new Map<string, [number, number]>()
  for (const area of scene.areas ?? []) {
    everything(area, (thing) => {
      if (thing.kind !== 'hexmap') return
      for (const cell of thing.cells) for (const key of [cell.id, ...(cell.touch ?? [])]) spots.set(key, centre(thing, cell))
    })
  }
  const picked = [...from].flatMap((key) => (spots.has(key) ? [spots.get(key)!] : []))
  const around = picked.length ? picked : [...spots.values()]
  const [x, y] = [0, 1].map((axis) => around.reduce((sum, spot) => sum + spot[axis], 0) / around.length)
  return (option) => {
    const spot = option.targets?.map((key) => spots.get(key)).find(Boolean)
    if (!spot) return null
    const turn = Math.atan2(spot[0] - x, y - spot[1]) / (2 * Math.PI)
    return { direction: Math.round(((turn + 1) % 1) * DIRECTIONS) % DIRECTIONS, far: Math.hypot(spot[0] - x, spot[1] - y) }
  }
}
