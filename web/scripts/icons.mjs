// Picks the icons that are used out of game-icons, so that the bundle carries no others: those in
// words.json, those the client names itself, and those the games' scenes and texts name.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const set = JSON.parse(
  readFileSync(join(web, 'node_modules/@iconify-json/game-icons/icons.json'), 'utf8'),
)
const wanted = new Set(
  Object.values(JSON.parse(readFileSync(join(web, 'src/icons/words.json'), 'utf8'))),
)

function files(folder, ...endings) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((end) => entry.name.endsWith(end)))
    .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'utf8'))
}

// In the games: icon="name", icon = "name", and tables of icons ("x": "name") in scene modules.
const quoted = /["']([a-z][a-z0-9]*(?:-[a-z0-9]+)*)["']/g
for (const text of files(join(web, '../src/starhall/games'), '.py', '.toml')) {
  for (const line of text.split('\n')) {
    if (/icon/i.test(line)) for (const match of line.matchAll(quoted)) wanted.add(match[1])
  }
  for (const block of text.matchAll(/ICONS?\b[^=\n]*=\s*[({[]([^)}\]]*)[)}\]]/g)) {
    for (const match of block[1].matchAll(quoted)) wanted.add(match[1])
  }
}
for (const text of files(join(web, 'src'), '.svelte', '.ts')) {
  for (const match of text.matchAll(/icon(?:=|: ?)["']([a-z0-9-]+)["']/g)) wanted.add(match[1])
}

// A tenth of a unit of 512 is finer than any screen shows; more digits would be a third of the bundle.
function lighter(path) {
  let made = ''
  let last = ''
  for (const [token] of path.matchAll(/[a-zA-Z]|-?(?:\d+\.?\d*|\.\d+)/g)) {
    const short = /[a-zA-Z]/.test(token) ? token : String(Number(Number(token).toFixed(1))).replace(/^(-?)0\./, '$1.')
    // Two numbers need a space only where they would run into one.
    const joins = /\d$/.test(last) && (/^\d/.test(short) || (short.startsWith('.') && !last.includes('.')))
    made += (joins ? ' ' : '') + short
    last = short
  }
  return made
}

const chosen = {}
for (const name of [...wanted].sort()) {
  const real = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent]
  if (!real) continue
  const paths = [...real.body.matchAll(/ d="([^"]+)"/g)].map((match) => match[1])
  chosen[name] = lighter(paths.join(''))
}
writeFileSync(join(web, 'src/icons/generated.json'), JSON.stringify(chosen))
const missing = Object.entries(
  JSON.parse(readFileSync(join(web, 'src/icons/words.json'), 'utf8')),
).filter(([, icon]) => !(icon in chosen))
if (missing.length) {
  console.error('No such icons:', missing.map((pair) => pair.join(': ')).join(', '))
  process.exit(1)
}
console.log(`${Object.keys(chosen).length} icons`)
