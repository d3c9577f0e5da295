import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

const unreadable = '/api/unreadable-address'
/** The router's limit for a path segment. */
export const maxPathPartLength = 12_000

/**
 * Rewrites unreadable URLs. The router would answer them itself, without headers and past the flood guard, so they go
 * to a regular route that refuses them.
 */
export const readableAddress = (url = '/'): string => {
  const [path = ''] = url.split(/[?#]/, 1)
  return isReadable(path) ? url : unreadable
}

const isReadable = (path: string): boolean => {
  // API filters travel in one path segment; other paths count as a whole.
  const parts = path.startsWith('/api/') ? path.split('/') : [path]
  if (path.length > maxPathPartLength && parts.some(({ length }) => length > maxPathPartLength)) return false
  if (!path.includes('%')) return true
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

export const unreadableRoute = (http: FastifyInstance): void => {
  http.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: unreadable,
    config: { access: 'anyone' },
    // In onRequest, before Fastify parses the body.
    onRequest: () => {
      throw new Refusal(400, 'This address cannot be read.')
    },
    handler: () => {},
  })
}
