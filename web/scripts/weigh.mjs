// Fails the build when what a browser has to load grows past what we promise.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const LIMIT = 250_000
const dist = join(dirname(fileURLToPath(import.meta.url)), '../dist')
let total = 0
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  // The hall reads the drawings of all icons; a browser is sent those that it asks for.
  if (entry.isFile() && entry.name !== 'icons.json') {
    total += gzipSync(readFileSync(join(entry.parentPath ?? entry.path, entry.name))).length
  }
}
console.log(`The client weighs ${(total / 1000).toFixed(1)} kB gzipped (limit ${LIMIT / 1000} kB)`)
if (total > LIMIT) process.exit(1)
