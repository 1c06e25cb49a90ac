// A time in words: its days, hours and minutes, as far as they matter.

const SIZES = [86_400, 3600, 60]

/** The two largest units that a number of seconds has, in words. */
export function spans(seconds: number, units: ((n: number) => string)[]): string[] {
  const counts = SIZES.map((size, n) => Math.floor((n ? seconds % SIZES[n - 1] : seconds) / size))
  return counts.flatMap((count, n) => (count ? [units[n](count)] : [])).slice(0, 2)
}
