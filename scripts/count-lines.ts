// Prints the size of the project: lines by room of src, names exported by several files, and the largest files.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { countLines } from './count-parts.ts'
import { exportedTwice } from './house/check-exports.ts'
import { houseRoot, readHouse } from './house/read-house.ts'
import { layout } from './house/layout.ts'

const { files, exports } = readHouse()
const { rooms, total, largest } = countLines(
  files.filter((file) => /^src\/.+\.(?:tsx?|css)$/.test(file)),
  (file) => readFileSync(resolve(houseRoot, file), 'utf8'),
  layout,
)
const print = (wing: string, room: string, code: number | string, css: number | string) =>
  process.stdout.write(`${wing.padEnd(10)}${room.padEnd(18)}${String(code).padStart(8)}${String(css).padStart(8)}\n`)

print('wing', 'room', 'code', 'css')
for (const { wing, room, code, css } of rooms) print(wing, room, code, css)
print('', 'all', total.code, total.css)

const twice = exportedTwice(exports)
process.stdout.write(`\nnames exported by several files: ${twice.length}\n`)
for (const { name, files: places } of twice) process.stdout.write(`  ${name}: ${places.join(', ')}\n`)
process.stdout.write(`\nlargest files\n`)
for (const { file, lines } of largest) process.stdout.write(`  ${String(lines).padStart(4)} ${file}\n`)
