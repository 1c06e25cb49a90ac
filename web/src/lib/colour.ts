// Colours: those that every scene may name, and which ink reads well on them.

// The common tones and seat colours of the engine's scenes.
export const TONES: Record<string, string> = {
  neutral: '#5b6785', grey: '#8b93a7', white: '#e8ecf6', black: '#161a24', red: '#e5484d',
  orange: '#f08c3a', yellow: '#f2cf4a', green: '#46b36b', teal: '#2fb8ac', blue: '#4f8df5',
  violet: '#9b6cf0', pink: '#e66fb4', brown: '#a8754f',
}
export const SEATS = ['#e69f00', '#56b4e9', '#cc79a7', '#2fae82', '#f0e442', '#d55e00', '#5b8def', '#b9c0d0']

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
