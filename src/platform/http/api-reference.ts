import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { pageHeaders } from './page-policy.ts'
import { built, refuseUnbuilt } from './static.ts'

/** Serves the interactive API reference under the same policy as every page, unless API_REFERENCE is off. */
export const apiReferenceRoute = (http: FastifyInstance, config: Config): void => {
  if (!config.API_REFERENCE) return
  http.get('/api/docs', { config: { access: 'anyone' } }, async (_request, reply) => {
    const page = await readFile(resolve(built, 'api-reference.html'), 'utf8').catch(() => null)
    if (!page) return refuseUnbuilt(reply)
    const nonce = randomBytes(16).toString('base64')
    // The reference sanitizes its markup with DOMPurify, which creates its own Trusted Types policy.
    const headers = pageHeaders(nonce, config, null, 'default dompurify')
    return reply
      .headers({ ...headers, 'cache-control': 'no-cache', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(page.replaceAll('CSP_NONCE', nonce))
  })
}
