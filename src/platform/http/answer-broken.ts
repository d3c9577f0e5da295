import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

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
