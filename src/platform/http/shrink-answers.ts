import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import etag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'

/** Compresses responses and answers 304 for what the browser has cached. */
export const shrinkAnswers = async (http: FastifyInstance): Promise<void> => {
  // Weak ETags, because the same response travels both plain and compressed.
  await http.register(etag, { weak: true })
  await http.register(compress, {
    encodings: ['br', 'gzip'],
    // Responses are compressed on each request, so speed matters more than size (docs/decisions/0024).
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    // For small responses a stream costs more than compressing synchronously.
    syncThreshold: 64 * 1024,
    // Request bodies are not decompressed: a few kilobytes could become gigabytes.
    globalDecompression: false,
  })
}
