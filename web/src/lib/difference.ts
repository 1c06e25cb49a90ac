// Frames from differences: the hall sends a whole frame once, and then what has changed. Unchanged
// things stay the same objects. The counterpart in Python is engine/scene/difference.py.

import { type Frame, PARTS, type Scene, type SceneChange, type SceneOption, type Step, type Update } from './protocol'

type Thing = { id: string } & Record<string, unknown>
type Fields = Record<string, unknown>

/** The table right after a line of the log. */
export interface Passed { line: number; scene: Scene }

/** The tables that lead from one frame to the next. */
export function passed(scene: Scene | null | undefined, steps: Step[] = []): Passed[] {
  let last = scene
  return last ? steps.map((step) => ({ line: step.line, scene: (last = changed(last!, step.scene)) })) : []
}

/** The next frame, for a client that has the one before it, by way of these tables. */
export function updated(frame: Frame, update: Update, way: Passed[] = passed(frame.scene, update.steps)): Frame {
  const { scene, options, log, log_from, steps: _, ...rest } = update
  const next: Frame = { ...frame, ...rest, type: 'frame', log, log_from, scene: way.at(-1)?.scene ?? frame.scene }
  if (scene && next.scene) next.scene = changed(next.scene, scene)
  if (options) {
    const known = new Map((frame.options ?? []).map((option) => [option.number, option]))
    next.options = options.map((one) => (typeof one === 'number' ? known.get(one)! : one) as SceneOption)
  }
  return next
}

/** The scene after a change. */
export function changed(scene: Scene, change: SceneChange): Scene {
  const known = new Map<string, Thing>()
  const note = (thing: Thing): void => {
    known.set(thing.id, thing)
    for (const part of PARTS) inside(thing[part]).forEach(note)
  }
  inside(scene.areas).forEach(note)

  const resolve = (one: string | Thing): Thing =>
    typeof one === 'string' ? renew(known.get(one)!) : known.get(one.id) === one ? renew(one) : one

  const renew = (thing: Thing): Thing => {
    const fields = change.things?.[thing.id]
    const next = fields ? merged(thing, fields) : { ...thing }
    let same = !fields
    for (const part of PARTS) {
      const old = next[part]
      if (!old) continue
      const things = inside(old).map(resolve)
      if (things.every((one, at) => one === inside(old)[at])) continue
      next[part] = Array.isArray(old) ? things : things[0]
      same = false
    }
    return same ? thing : next
  }

  const next = merged(scene as unknown as Thing, (change.fields ?? {}) as Fields)
  if (next.areas) next.areas = inside(next.areas).map(resolve)
  return next as unknown as Scene
}

/** The things in a field, which contains a list of them, a single one or nothing. */
function inside(field: unknown): Thing[] {
  return Array.isArray(field) ? field : field ? [field as Thing] : []
}

function merged(thing: Thing, fields: Fields): Thing {
  const next: Thing = { ...thing, ...fields }
  for (const [name, value] of Object.entries(fields)) if (value === null) delete next[name]
  return next
}
