// The icons that games may use: all of game-icons. The engine knows their names, the hall hands out
// their drawings as they are asked for.
//
// node scripts/icons.mjs            write the drawings; fail when the engine's names are stale
// node scripts/icons.mjs --update   write the names too, after the package has been updated
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const list = join(web, '../src/starhall/engine/scene/icons.txt')
const set = join(web, 'node_modules/@iconify-json/game-icons/icons.json')
// Every icon is one path in a square of 512.
const paths = Object.entries(JSON.parse(readFileSync(set, 'utf8')).icons)
  .map(([name, icon]) => [name, icon.body.match(/ d="([^"]+)"/)[1]])
  .sort(([a], [b]) => (a < b ? -1 : 1))
const names = paths.map(([name]) => `${name}\n`).join('')

mkdirSync(join(web, 'dist'), { recursive: true })
writeFileSync(join(web, 'dist/icons.json'), JSON.stringify(Object.fromEntries(paths)))
if (process.argv.includes('--update')) writeFileSync(list, names)
else if (readFileSync(list, 'utf8') !== names) {
  console.error('src/starhall/engine/scene/icons.txt is stale: run `npm run icons` in web/ and commit it.')
  process.exit(1)
}
