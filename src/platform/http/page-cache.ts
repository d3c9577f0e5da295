import { createHash } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'

/** Channel on which the database says that products were changed. */
export const catalogueChannel = 'apotheca_catalogue'

interface Kept {
  text: string
  /** Made when the answer is first sent from here: most answers are asked for once. */
  sent: { body: Buffer; brotli: Buffer | null; etag: string } | null
}

export interface PageCache {
  /** Answers from memory; false when the answer is not there or is not for everyone. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** What is kept of this address. */
  peek(address: string): string | undefined
  /** Called before an answer is made; what it returns keeps the answer, unless something changed in between. */
  begin(address: string): (text: string) => void
  /** Keeps answers from now on: changes are heard. */
  open(): void
  /** Something that the answers show was changed. */
  forget(): void
  /** Changes are no longer heard: nothing is kept. */
  close(): void
}

const mostBytes = 16 * 1024 * 1024
const mostBytesEach = 256 * 1024
/** Some answers hang on what is looked at once a minute, or on the time of day. */
const keptMilliseconds = 60_000
const mostUnsent = 1024 * 1024
const worthCompressing = 1_024

const compress = promisify(brotliCompress)

/** Answers to visitors who are nobody in particular, so that a popular page costs the database nothing. */
export const makePageCache = (headers: Record<string, string>): PageCache => {
  const pages = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    maxEntrySize: mostBytesEach,
    sizeCalculation: ({ text }, address) => text.length + address.length,
    ttl: keptMilliseconds,
  })
  let generation = 0
  let isOpen = false

  const forget = () => {
    generation++
    pages.clear()
  }

  const common = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'authorization, accept-encoding',
  }).flat()

  return {
    answer: ({ method, url = '', headers: asked, socket }, response) => {
      const kept = method === 'GET' && asked.authorization === undefined ? pages.get(url) : undefined
      if (!kept || socket.writableLength > mostUnsent) return false
      const { body, brotli, etag } = (kept.sent ??= readied(kept))
      if (asked['if-none-match'] === etag) {
        response.writeHead(304, [...common, 'etag', etag]).end()
        return true
      }
      const isPacked = brotli !== null && (asked['accept-encoding'] ?? '').includes('br')
      const sent = isPacked ? brotli : body
      const about = [
        'etag',
        etag,
        'content-length',
        String(sent.length),
        ...(isPacked ? ['content-encoding', 'br'] : []),
      ]
      response.writeHead(200, [...common, ...about]).end(sent)
      return true
    },
    peek: (address) => pages.get(address)?.text,
    begin: (address) => {
      const began = generation
      return (text) => {
        if (isOpen && began === generation) pages.set(address, { text, sent: null })
      }
    },
    open: () => {
      forget()
      isOpen = true
    },
    forget,
    close: () => {
      isOpen = false
      forget()
    },
  }
}

const readied = (kept: Kept): NonNullable<Kept['sent']> => {
  const body = Buffer.from(kept.text)
  // Weak, because the same answer travels plain and packed.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  if (body.length >= worthCompressing)
    compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).then(
      (brotli) => {
        kept.sent = { body, brotli, etag }
      },
      () => {},
    )
  return { body, brotli: null, etag }
}

/** Puts the kept pages before everything else: an answer from memory meets no router, parser or log. */
export const answerFromCache = (http: FastifyInstance, pages: PageCache): void => {
  const [handle] = http.server.listeners('request') as RequestListener[]
  if (!handle) throw new Error('The server has no listener to stand before.')
  http.server.removeAllListeners('request')
  http.server.on('request', (request, response) => {
    if (!pages.answer(request, response)) handle(request, response)
  })
  http.addHook('preClose', () => pages.close())
}
