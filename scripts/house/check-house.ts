// Prints whatever departs from the layout and ends with 1 if anything does.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkRoot } from './check-root.ts'
import { checkWords } from './check-words.ts'
import { findCircles } from './find-circles.ts'
import { judgeImports } from './judge-imports.ts'
import { judgeNames } from './judge-names.ts'
import { judgeRooms } from './judge-rooms.ts'
import { layout } from './layout.ts'
import { listDocuments, readHouse, root, trackedFiles } from './read-house.ts'
import * as words from './retired-phrases.ts'

const { files, imports, lines } = readHouse()
const read = [...[...imports.keys()].filter((file) => file.startsWith('src/')), ...listDocuments()]
const pages = read.map((file) => ({ file, text: readFileSync(resolve(root, file), 'utf8') }))
const complaints = [
  ...checkRoot(await trackedFiles()),
  ...judgeNames(files, layout),
  ...judgeImports(imports, layout),
  ...judgeRooms({ imports, lines }, layout),
  ...findCircles(imports),
  ...checkWords(pages, words),
]
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
if (complaints.length > 0) process.stderr.write(`${complaints.length} departures from the layout\n`)
process.exit(complaints.length === 0 ? 0 : 1)
