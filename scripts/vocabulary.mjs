// Holds the layout to its closed vocabulary (docs/decisions/0003): a file is named by what it holds.
import { readdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const rooms = new Set(['platform', 'portal', 'web', 'shared'])
const nouns = '(?:contract|routes|queries|jobs)'
const kebab = '[a-z0-9]+(?:-[a-z0-9]+)*'

const allowedInDomain = [
  new RegExp(`^${nouns}\\.ts$`),
  // A verb and its noun, or the noun a whole domain turns on.
  // A room of several parts has a folder for each, in its browser side, too.
  new RegExp(`^(?:${kebab}/)?${kebab}(?:\\.test)?\\.ts$`),
  new RegExp(`^web/(?:${kebab}/)?${kebab}(?:\\.test)?\\.tsx?$`),
  new RegExp(`^web/(?:${kebab}/)?${kebab}\\.(?:module\\.)?css$`),
]
const forbidden = /(?:^|\/)(?:index|utils?|helpers?|common|misc|types|service|manager)\.tsx?$/

const below = (folder) =>
  readdirSync(resolve(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath, entry.name).slice(resolve(root, folder).length + 1))

const complaints = []
for (const file of below('src')) {
  const [room, ...rest] = file.split('/')
  if (forbidden.test(file)) complaints.push(`src/${file}: name it by what it holds`)
  if (rooms.has(room)) continue
  if (!allowedInDomain.some((pattern) => pattern.test(rest.join('/'))))
    complaints.push(`src/${file}: not a place the layout knows`)
}

for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
process.exit(complaints.length === 0 ? 0 : 1)
