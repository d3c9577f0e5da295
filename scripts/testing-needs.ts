import { readFile } from 'node:fs/promises'
import { matchesGlob, posix, resolve } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import { isTest } from './house/layout.ts'
import { houseRoot } from './house/read-house.ts'
import { readImports } from './house/read-imports.ts'

/**
 * The tracked files that these programs need: imports, and paths named in strings, relative to the root or to the
 * program. A template such as `../${name}.ts` stands for every matching file.
 */
export const neededBy = async (programs: readonly string[], tracked: readonly string[]): Promise<Set<string>> => {
  const known = new Set(tracked)
  const needed = new Set<string>()
  const visit = async (file: string): Promise<void> => {
    if (needed.has(file)) return
    needed.add(file)
    if (!/\.(?:mjs|ts)$/.test(file)) return
    const text = await readFile(resolve(houseRoot, file), 'utf8')
    const named = new Set(pathsIn(file, text).flatMap((path) => [posix.normalize(path), besides(file, path)]))
    const imported = readImports(file, text).filter((name) => known.has(name))
    for (const one of [...imported, ...[...named].flatMap((path) => filesAt(path, tracked))]) await visit(one)
  }
  for (const program of programs) await visit(program)
  return needed
}

const besides = (file: string, path: string) => posix.join(posix.dirname(file), path)

/** The files of a folder without its tests. */
const filesAt = (path: string, tracked: readonly string[]): string[] =>
  tracked.filter((file) => {
    if (file === path) return true
    const isThere = file.startsWith(`${path}/`) || (path.includes('*') && matchesGlob(file, path))
    return isThere && !isTest(file)
  })

const pathsIn = (file: string, text: string): string[] => {
  const texts: string[] = []
  const joined: string[] = []
  new Visitor({
    Literal: (literal) => void texts.push(textOf(literal)),
    TemplateLiteral: (template) => void texts.push(textOf(template)),
    // Any word could be a folder name; it counts only as part of a path.
    CallExpression: ({ callee, arguments: [, ...parts] }) => {
      const isPath = callee.type === 'Identifier' && ['resolve', 'join'].includes(callee.name)
      if (isPath && parts.length > 0) joined.push(parts.map(textOf).join('/'))
    },
  }).visit(parseSync(file, text).program)
  return [...texts.filter((one) => namesFile.test(one)), ...joined.filter((one) => namesSomething.test(one))]
}

const namesFile = /^[\w.*-]+(?:\/[\w.*-]+)*(?<=[\w-]{2}.*)\.\w+$/
const namesSomething = /^[\w.*/-]*[\w-]{2}[\w.*/-]*$/

/** Dynamic parts match anything. */
const textOf = (node: ESTree.Node): string => {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '*'
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked ?? '').join('*') : '*'
}
