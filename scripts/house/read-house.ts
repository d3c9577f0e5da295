import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { checkedFolders, layout, roomOf } from './layout.ts'
import { readExports } from './check-exports.ts'
import { readImports } from './read-imports.ts'

export const houseRoot = resolve(import.meta.dirname, '../..')

interface House {
  /** Every file in the checked folders, relative to the root, sorted. */
  files: string[]
  /** The project files that each program imports. */
  imports: Map<string, string[]>
  /** The names that each program exports, without tests and separate programs. */
  exports: Map<string, string[]>
  /** Lines per program. */
  lines: Map<string, number>
}

export const readHouse = (): House => {
  const files = checkedFolders.flatMap(below).toSorted()
  const known = new Set(files)
  const programs = files.filter((file) => /\.[cm]?[jt]sx?$/.test(file))
  const texts = programs.map((file) => [file, readFileSync(resolve(houseRoot, file), 'utf8')] as const)
  const ours = texts.filter(([file]) => !/\.test\.tsx?$/.test(file) && !layout.apart.includes(roomOf(file) ?? ''))
  return {
    files,
    imports: new Map(texts.map(([file, text]) => [file, readImports(file, text).filter((name) => known.has(name))])),
    exports: new Map(ours.map(([file, text]) => [file, readExports(text)])),
    lines: new Map(texts.map(([file, text]) => [file, text.split('\n').length - 1])),
  }
}

/** The project's documents and the pages of its guide. */
export const listDocuments = (): string[] =>
  ['docs', 'docs-site/src/content'].flatMap(below).filter((file) => file.endsWith('.md'))

const below = (folder: string): string[] =>
  existsSync(resolve(houseRoot, folder))
    ? readdirSync(resolve(houseRoot, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
        .map((entry) =>
          resolve(entry.parentPath, entry.name)
            .slice(houseRoot.length + 1)
            .replaceAll('\\', '/'),
        )
    : []

/** The files that git tracks. */
export const trackedFiles = async (): Promise<string[]> => {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], {
    cwd: houseRoot,
    maxBuffer: 16 * 1024 * 1024,
  })
  return stdout.split('\0').filter((file) => file !== '')
}
