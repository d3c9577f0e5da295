import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import type { PageCache } from './page-cache.ts'

const Chunk = z.object({
  file: z.string(),
  imports: z.optional(z.array(z.string())),
  css: z.optional(z.array(z.string())),
})
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

interface Screen {
  /** Its first file in the browser's build, where the page does not bring it anyway. */
  source?: string
  /** What it asks first. */
  asks: (path: string, search: string) => string[]
}

const listing: Screen = {
  asks: (_path, search) => [`/api/products/search${search}`, '/api/products/categories'],
}

const product: Screen = {
  source: 'src/catalogue/web/product-page.tsx',
  asks: (path) => [`/api/products/slug/${path.slice('/product/'.length)}`],
}

const screenAt = (path: string): Screen | null =>
  path === '/' || path === '/search' ? listing : path.startsWith('/product/') ? product : null

export interface FirstVisit {
  /** Tags for the page's head. */
  links: string
  /** JSON of answers by address, safe inside a script element. */
  answers: string
}

/**
 * What a visitor's first screen needs beside the page itself, so that the browser asks for it at once: the screen's own
 * files, and those of its first answers that are in memory.
 */
export const readFirstVisits = async (built: string): Promise<(address: string, pages: PageCache) => FirstVisit> => {
  const manifest = await readManifest(built)
  return (address, pages) => {
    const { path, search } = partsOf(address)
    const screen = screenAt(path)
    return screen
      ? { links: linksFor(manifest, screen.source), answers: answersFor(pages, screen.asks(path, search)) }
      : { links: '', answers: '{}' }
  }
}

const readManifest = async (built: string): Promise<Manifest> => {
  const text = await readFile(resolve(built, '.vite/manifest.json'), 'utf8').catch(() => '{}')
  return z.parse(Manifest, JSON.parse(text))
}

const partsOf = (address: string) => {
  const at = address.indexOf('?')
  return at < 0 ? { path: address, search: '' } : { path: address.slice(0, at), search: address.slice(at) }
}

const entry = 'index.html'

/** What the page itself links is there already. */
const linksFor = (manifest: Manifest, source: string | undefined): string => {
  if (source === undefined) return ''
  const known = chunksBelow(manifest, entry)
  const chunks = [...chunksBelow(manifest, source)].filter((name) => !known.has(name)).map((name) => manifest[name])
  return chunks
    .flatMap((chunk) => [
      ...(chunk ? [`<link rel="modulepreload" crossorigin href="/${chunk.file}">`] : []),
      ...(chunk?.css ?? []).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ])
    .join('')
}

const chunksBelow = (manifest: Manifest, name: string, found = new Set<string>()): Set<string> => {
  if (found.has(name)) return found
  found.add(name)
  for (const next of manifest[name]?.imports ?? []) chunksBelow(manifest, next, found)
  return found
}

const answersFor = (pages: PageCache, addresses: string[]): string => {
  const known = addresses.flatMap((address) => {
    const text = pages.peek(address)
    return text === undefined ? [] : [`${JSON.stringify(address)}:${text}`]
  })
  // Inside a script element only this could end it.
  return `{${known.join(',')}}`.replaceAll('<', String.raw`\u003c`)
}
