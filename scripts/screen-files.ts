import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

const routeTable = resolve(import.meta.dirname, '../src/portal/web/routes.tsx')

/** One route: its address and its lazily loaded screen, if any. */
const route = /\b(?:at|page)\(\s*'(\/[^']*)',\s*'[^']*',(?:\s*\(\) => import\('([^']+)'\))?/g

/**
 * The addresses of all screens, and the files that each needs beyond those of every page. The server uses them to
 * return 404 for other addresses and to list the files in the page, so that they load in parallel.
 */
export const screenFiles = (): Plugin => ({
  name: 'screen-files',
  apply: 'build',
  generateBundle: async function (_options, bundle) {
    const routes = [...(await readFile(routeTable, 'utf8')).matchAll(route)]
    const files = await Promise.all(
      routes.map(async ([, path = '', source]): Promise<[path: string, files: string[]]> => {
        const screen = source && (await this.resolve(source, routeTable))
        return [path, screen ? ownFilesOf(screen.id, bundle) : []]
      }),
    )
    this.emitFile({ type: 'asset', fileName: 'screens.json', source: JSON.stringify(Object.fromEntries(files)) })
  },
})

/** The files that a screen loads in addition to those that the page links anyway. */
const ownFilesOf = (source: string, bundle: Rolldown.OutputBundle): string[] => {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const withImports = (chunk: Rolldown.OutputChunk, found = new Set<Rolldown.OutputChunk>()) => {
    if (found.has(chunk)) return found
    found.add(chunk)
    for (const one of chunks) if (chunk.imports.includes(one.fileName)) withImports(one, found)
    return found
  }
  const all = (chunk: Rolldown.OutputChunk | undefined) =>
    chunk ? withImports(chunk) : new Set<Rolldown.OutputChunk>()
  const first = all(chunks.find(({ name, isEntry }) => isEntry && name === 'index'))
  const own = [...all(chunks.find(({ facadeModuleId }) => facadeModuleId === source)).difference(first)]
  const styles = own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
  return [...own.map(({ fileName }) => fileName), ...styles].map((file) => `/${file}`)
}
