import { expect, test } from 'vitest'
import { inkOn } from '../src/lib/colour'
import { SEAT_COLOURS, TONES } from '../src/lib/protocol'

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(colour.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test.each([...Object.values(TONES), ...SEAT_COLOURS, '#000000', '#ffffff', '#777777'])('ink reads well on %s', (colour) => {
  const [low, high] = [luminance(colour), luminance(inkOn(colour))].sort((a, b) => a - b)
  expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5)
})
