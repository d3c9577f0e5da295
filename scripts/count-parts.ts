import { isTest, type Layout, roomOf } from './house/layout.ts'

interface RoomSize {
  wing: string
  room: string
  code: number
  css: number
}

interface Sizes {
  rooms: RoomSize[]
  total: { code: number; css: number }
  /** The largest files by lines, largest first. */
  largest: { file: string; lines: number }[]
}

const maxShown = 5

/** Lines by room, in the order of the layout, without tests and generated files. */
export const countLines = (
  files: readonly string[],
  read: (file: string) => string,
  layout: Pick<Layout, 'ground' | 'wings'>,
): Sizes => {
  const wings = Object.entries({ ground: layout.ground, ...layout.wings, portal: [['portal']] })
  const rooms = wings.flatMap(([wing, floors]) => floors.flat().map((room) => ({ wing, room, code: 0, css: 0 })))
  const counted: { file: string; lines: number }[] = []
  for (const file of files) {
    const text = isTest(file) ? null : read(file)
    if (text === null || isGenerated(text)) continue
    const lines = linesOf(text)
    const size = rooms.find(({ room }) => room === roomOf(file))
    if (!size) continue
    if (file.endsWith('.css')) size.css += lines
    else size.code += lines
    counted.push({ file, lines })
  }
  return {
    rooms,
    total: {
      code: rooms.reduce((sum, { code }) => sum + code, 0),
      css: rooms.reduce((sum, { css }) => sum + css, 0),
    },
    largest: counted.toSorted((one, other) => other.lines - one.lines).slice(0, maxShown),
  }
}

/** The first line of a generated file says so. */
const isGenerated = (text: string): boolean => /^.*\b[Gg]enerated\b/.test(text)

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
