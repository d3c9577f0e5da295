import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import * as z from 'zod/mini'

const Chunk = z.object({
  file: z.string(),
  imports: z.optional(z.array(z.string())),
  css: z.optional(z.array(z.string())),
})
type Chunk = z.infer<typeof Chunk>
const Manifest = z.record(z.string(), Chunk)
type Manifest = z.infer<typeof Manifest>

/** What a visitor's screen asks first. */
const firstQuestions = (path: string, search: string): string[] => {
  if (path === '/' || path === '/search') return [`/api/products/search${search}`, '/api/products/categories']
  // One segment only, so that no other address can be meant.
  const [, slug] = /^\/product\/([^/\\]+)$/.exec(path) ?? []
  return slug ? [`/api/products/slug/${slug}`] : []
}

export interface FirstVisit {
  /** Tags for the page's head. */
  links: string
  /** Tags for the page's body, below what is painted without them. */
  styles: string
  /** JSON of answers by address, safe inside a script element. */
  answers: string
}

/** The source that shows this address, where the page does not bring it anyway. */
export type ScreenFileAt = (path: string) => string | undefined

/** What a visitor is answered, if it is known soon. */
export type AnswerOf = (question: string) => Promise<string | undefined>

/**
 * What a visitor's first screen needs beside the page itself, so that the browser has it or asks for it at once: the
 * screen's own files, and its first answers.
 */
export const readFirstVisits = async (
  built: string,
  screenFileAt: ScreenFileAt,
): Promise<(address: string, answerOf: AnswerOf) => Promise<FirstVisit>> => {
  const manifest = await readManifest(built)
  return async (address, answerOf) => {
    const { path, search } = partsOf(address)
    const answered = await Promise.all(
      firstQuestions(path, search).map(async (question) => ({ question, text: await answerOf(question) })),
    )
    const known = answered.flatMap(({ question, text }) => (text === undefined ? [] : [{ question, text }]))
    const chunks = chunksOf(manifest, screenFileAt(path))
    const pictures = firstPictures(known.map(({ text }) => text))
    return {
      // Scripts after what is seen without them.
      links: [
        ...pictures.map((src) => `<link rel="preload" as="image" fetchpriority="high" href="${src}">`),
        ...chunks.map(({ file }) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`),
      ].join(''),
      styles: chunks
        .flatMap(({ css = [] }) => css)
        .map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`)
        .join(''),
      // Inside a script element only this could end it.
      answers: `{${known.map(({ question, text }) => `${JSON.stringify(question)}:${text}`).join(',')}}`.replaceAll(
        '<',
        String.raw`\u003c`,
      ),
    }
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
const chunksOf = (manifest: Manifest, source: string | undefined): Chunk[] => {
  if (source === undefined) return []
  const known = chunksBelow(manifest, entry)
  return [...chunksBelow(manifest, source)].filter((name) => !known.has(name)).flatMap((name) => manifest[name] ?? [])
}

const chunksBelow = (manifest: Manifest, name: string, found = new Set<string>()): Set<string> => {
  if (found.has(name)) return found
  found.add(name)
  for (const next of manifest[name]?.imports ?? []) chunksBelow(manifest, next, found)
  return found
}

/** What the first screen of a phone shows of them. */
const picturesSeenFirst = 2

/** Drawn pictures only: of uploaded ones the browser chooses the width. */
const firstPictures = (answers: string[]): string[] => {
  const found = answers.flatMap((text) => [...text.matchAll(/"image":"(\/pictures\/[\w./?=-]+)"/g)])
  return [...new Set(found.flatMap(([, src]) => src ?? []))].slice(0, picturesSeenFirst)
}
