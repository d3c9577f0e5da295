// Prints whatever departs from the layout and ends with 1 if anything does.
import { checkRoot } from './check-root.ts'
import { findCircles } from './find-circles.ts'
import { judgeImports } from './judge-imports.ts'
import { judgeNames } from './judge-names.ts'
import { judgeRooms } from './judge-rooms.ts'
import { layout } from './layout.ts'
import { readHouse, trackedFiles } from './read-house.ts'

const { files, imports, lines } = readHouse()
const complaints = [
  ...checkRoot(await trackedFiles()),
  ...judgeNames(files, layout),
  ...judgeImports(imports, layout),
  ...judgeRooms({ imports, lines }, layout),
  ...findCircles(imports),
]
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
if (complaints.length > 0) process.stderr.write(`${complaints.length} departures from the layout\n`)
process.exit(complaints.length === 0 ? 0 : 1)
