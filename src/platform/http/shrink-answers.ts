import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import etag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'

/** Answers travel compressed, and what a browser has already is not sent again. */
export const shrinkAnswers = async (http: FastifyInstance): Promise<void> => {
  // Weak, because the same answer travels plain and compressed.
  await http.register(etag, { weak: true })
  await http.register(compress, {
    encodings: ['br', 'gzip'],
    // Answers are made anew for each reader, so that it is worth little to make them smallest (docs/decisions/0024).
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    // Of what is so small, a stream for each answer costs more than compressing it.
    syncThreshold: 64 * 1024,
    // What comes in stays packed: a few kilobytes could become gigabytes.
    globalDecompression: false,
  })
}
