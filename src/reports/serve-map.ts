import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { root } from '#platform/root.ts'

const page = resolve(root, 'dist/web/us-map.html')

/** The map's own page, framed by the dashboard, whose address also says the figures: a frame sends no token of its own. */
export const serveMap = (http: FastifyInstance): void => {
  http.get('/pictures/us-map', { config: { access: 'anyone' }, logLevel: 'warn' }, async (_request, reply) => {
    const map = await readFile(page, 'utf8').catch(() => null)
    if (!map) return reply.status(503).send({ message: 'The browser side is not built. Run npm start.' })
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
      .send(map.replaceAll('CSP_NONCE', nonce))
  })
}
