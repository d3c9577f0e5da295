import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { composeMap } from './compose-map.ts'

/** The map's own page, framed by the dashboard, which also tells it the figures: a frame sends no token of its own. */
export const serveMap = (http: FastifyInstance): void => {
  http.get('/pictures/us-map', { config: { access: 'anyone' }, logLevel: 'warn' }, async (_request, reply) => {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-security-policy': [
          "default-src 'none'",
          `script-src 'nonce-${nonce}'`,
          `style-src 'nonce-${nonce}'`,
          "base-uri 'none'",
          "form-action 'none'",
          "frame-ancestors 'self'",
        ].join('; '),
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(composeMap(nonce))
  })
}
