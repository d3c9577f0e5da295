import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { drawHouse } from './house/draw-house.ts'
import { layout } from './house/layout.ts'
import { readHouse, houseRoot } from './house/read-house.ts'

export const architecturePagePath = resolve(houseRoot, 'docs/architecture.md')

/** The page with its generated part rebuilt from the current imports. */
export const architecturePage = async (): Promise<string> => {
  const page = await readFile(architecturePagePath, 'utf8')
  const rooms = /(?<=<!-- rooms -->\n).*(?=<!-- end of rooms -->)/s
  if (!rooms.test(page)) throw new Error('docs/architecture.md lacks the marks of the generated part.')
  return page.replace(rooms, () => `\n${drawHouse(readHouse().imports, layout)}\n\n`)
}
