// Prints every violation of the layout and exits with 1 if there is one.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkRoot } from './check-root.ts'
import { checkScale } from './check-scale.ts'
import { checkWords } from './check-words.ts'
import { findCircles } from './find-circles.ts'
import { checkExports } from './check-exports.ts'
import { checkImports } from './check-imports.ts'
import { checkNames } from './check-names.ts'
import { checkRooms } from './check-rooms.ts'
import { layout } from './layout.ts'
import { listDocuments, readHouse, houseRoot, trackedFiles } from './read-house.ts'
import * as words from './retired-phrases.ts'

const { files, imports, exports, lines } = readHouse()
const read = [...[...imports.keys()].filter((file) => file.startsWith('src/')), ...listDocuments()]
const pages = read.map((file) => ({ file, text: readFileSync(resolve(houseRoot, file), 'utf8') }))
const tracked = await trackedFiles()
const screens = tracked
  .filter((file) => file.startsWith('src/') && /\.(?:css|tsx)$/.test(file))
  .map((file) => ({ file, text: readFileSync(resolve(houseRoot, file), 'utf8') }))
const complaints = [
  ...checkRoot(tracked),
  ...checkScale(screens),
  ...checkNames(files, layout),
  ...checkImports(imports, layout),
  ...checkRooms({ imports, lines }, layout),
  ...findCircles(imports),
  ...checkExports(exports),
  ...checkWords(pages, words),
]
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
if (complaints.length > 0) process.stderr.write(`${complaints.length} violations of the layout\n`)
process.exit(complaints.length === 0 ? 0 : 1)
