// Prints whatever departs from the layout and ends with 1 if anything does.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findCircles } from './find-circles.ts'
import { judgeImports } from './judge-imports.ts'
import { judgeNames } from './judge-names.ts'
import { layout, places } from './layout.ts'
import { readImports } from './read-imports.ts'

const root = resolve(import.meta.dirname, '../..')

const below = (folder: string): string[] =>
  existsSync(resolve(root, folder))
    ? readdirSync(resolve(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
        .map((entry) =>
          resolve(entry.parentPath, entry.name)
            .slice(root.length + 1)
            .replaceAll('\\', '/'),
        )
    : []

const files = places.flatMap(below).toSorted()

const judgeAll = (): string[] => {
  const programs = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  const known = new Set(files)
  const imports = new Map(
    programs.map((file) => {
      const text = readFileSync(resolve(root, file), 'utf8')
      return [file, readImports(file, text).filter((name) => known.has(name))]
    }),
  )
  return [...judgeNames(files, layout), ...judgeImports(imports, layout), ...findCircles(imports)]
}

const complaints = judgeAll()
for (const complaint of complaints) process.stderr.write(`${complaint}\n`)
if (complaints.length > 0) process.stderr.write(`${complaints.length} departures from the layout\n`)
process.exit(complaints.length === 0 ? 0 : 1)
