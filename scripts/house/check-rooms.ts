import type { Imports } from './check-imports.ts'
import { wingFloors, isTest, type Layout, roomOf } from './layout.ts'

/** A larger room should be split. */
export const mostLines = 8_200

interface Rooms {
  imports: Imports
  /** Lines per program. */
  lines: ReadonlyMap<string, number>
}

/** Missing or oversized parts of each room. */
export const checkRooms = ({ imports, lines }: Rooms, layout: Layout): string[] => [
  ...tooLarge(lines),
  ...wingFloors(layout)
    .flat()
    .filter((room) => !imports.has(`src/${room}/room.ts`))
    .map((room) => `src/${room}: has no room.ts that registers its routes and jobs`),
  ...[...imports]
    .filter(([file, all]) => isUndeclared(file, all, layout))
    .map(([file]) => `${file}: no contract of its own room declares these calls`),
]

const tooLarge = (lines: ReadonlyMap<string, number>): string[] => {
  const sums = new Map<string, number>()
  for (const [file, count] of lines) {
    const room = file.startsWith('src/') && !isTest(file) ? roomOf(file) : null
    if (room !== null) sums.set(room, (sums.get(room) ?? 0) + count)
  }
  return [...sums]
    .filter(([, sum]) => sum > mostLines)
    .map(([room, sum]) => `src/${room}: ${sum} lines, at most ${mostLines}`)
}

const isUndeclared = (file: string, all: readonly string[], { withoutCalls }: Layout): boolean => {
  const room = roomOf(file)
  if (room === null || !/^src\/.*\/routes\.ts$/.test(file) || withoutCalls.includes(room)) return false
  return !all.some((name) => roomOf(name) === room && name.endsWith('/contract.ts'))
}
