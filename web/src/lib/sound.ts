// Small sounds, made on the spot: no files to load.

import { hall } from './hall.svelte'

type Sound = 'choose' | 'move' | 'turn' | 'refused' | 'over' | 'dice' | 'low'

// Notes as [hertz, start, length] in seconds.
const NOTES: Record<Sound, [number, number, number][]> = {
  choose: [[660, 0, 0.06]],
  move: [[330, 0, 0.05]],
  turn: [[523, 0, 0.1], [784, 0.1, 0.16]],
  refused: [[196, 0, 0.14]],
  over: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.14], [1047, 0.42, 0.4]],
  low: [[880, 0, 0.08], [880, 0.16, 0.08], [880, 0.32, 0.08]],
  dice: [[900, 0, 0.02], [700, 0.07, 0.02], [850, 0.15, 0.02], [600, 0.25, 0.03]],
}

const LOUDEST = 0.12

let context: AudioContext | null = null

export function play(sound: Sound): void {
  // Browsers allow a page to play sounds only after somebody has touched it.
  if (!hall.sound || !hall.volume || !navigator.userActivation?.hasBeenActive) return
  context ??= new AudioContext()
  const now = context.currentTime
  for (const [hertz, start, length] of NOTES[sound]) {
    const tone = context.createOscillator()
    const gain = context.createGain()
    tone.type = 'triangle'
    tone.frequency.value = hertz
    gain.gain.setValueAtTime(0.0001, now + start)
    gain.gain.exponentialRampToValueAtTime((LOUDEST * hall.volume) / 100, now + start + 0.01)
    gain.gain.exponentialRampToValueAtTime(0.0001, now + start + length)
    tone.connect(gain).connect(context.destination)
    tone.start(now + start)
    tone.stop(now + start + length + 0.02)
  }
}
