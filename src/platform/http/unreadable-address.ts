import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

const unreadable = '/api/unreadable-address'
/** The longest part of an address that the router takes. */
export const maxPathPartLength = 12_000

/**
 * The address to go by. What the router cannot read it would answer by itself, without headers and past the guard against
 * floods; so such a request goes where all others do, to be refused there.
 */
export const readableAddress = (url = '/'): string => {
  const [path = ''] = url.split(/[?#]/, 1)
  return isReadable(path) ? url : unreadable
}

const isReadable = (path: string): boolean => {
  // Filters travel in one part of a call; any other address is taken as a whole.
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
    // Before the body is read, which may be anything.
    onRequest: () => {
      throw new Refusal(400, 'This address cannot be read.')
    },
    handler: () => {},
  })
}
