// Which ink reads well on a colour.

/** Black or white, whichever reads better on a colour. */
export function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = parseInt(colour.slice(i, i + 2), 16) / 255
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  })
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b
  // On middling colours only pure black reads well enough.
  return light > 0.21 ? '#0b0f1c' : light > 0.179 ? '#000000' : '#ffffff'
}
