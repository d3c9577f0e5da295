import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './refusal.ts'

const answers: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too large.' },
}

/** Answers malformed requests that never reach a route, with the usual headers, and closes the connection. */
export const answerBroken =
  (headers: Record<string, string>) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const { status, message } = answers[error.code ?? ''] ?? { status: 400, message: 'This is not a valid request.' }
    const body = JSON.stringify({ message })
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    if (socket.writable) socket.write([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
    socket.destroy(error)
  }

const unreadable = '/api/unreadable-address'
/** The router's limit for a path segment. */
export const maxPathPartLength = 12_000

/** The router would answer unreadable URLs without headers and flood guard; they go to a route that refuses them. */
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
