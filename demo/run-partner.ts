import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedDocument {
  key: string
  authorization: string
  content: string
  /** How often it was sent. */
  times: number
}

/** What is to go wrong with the next document; `cut` and `late` take it, and close the connection or never answer. */
type PartnerFault = 'cut' | 'late' | number

export interface PartnerSimulator {
  origin: string
  received: ReceivedDocument[]
  faults: PartnerFault[]
  /** Resolves when the next document was taken. */
  taken(): Promise<void>
  stop(): Promise<void>
}

/**
 * A trading partner that receives EPCIS documents by POST on loopback. As partners that keep to the Idempotency-Key do,
 * it takes a document once, and refuses another content with the same key.
 */
export const startPartner = async ({ secret = '', port = 0 } = {}): Promise<PartnerSimulator> => {
  const received: ReceivedDocument[] = []
  const faults: PartnerFault[] = []
  const events = new EventEmitter()
  const take = (request: IncomingMessage, content: string): number => {
    const { authorization = '', 'idempotency-key': key = '' } = request.headers
    if (secret && authorization !== secret) return 401
    if (!content.includes('EPCISDocument')) return 422
    const known = received.find((one) => one.key === key)
    if (!known) {
      received.push({ key: String(key), authorization, content, times: 1 })
      return 201
    }
    known.times += 1
    return digestOf(known.content) === digestOf(content) ? 200 : 409
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(received))
      return
    }
    const content = await textOf(request)
    const fault = faults.shift()
    if (typeof fault === 'number') {
      response.writeHead(fault).end()
      return
    }
    const status = take(request, content)
    events.emit('taken')
    if (fault === 'cut') request.socket.destroy()
    else if (fault !== 'late') response.writeHead(status).end()
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo // the server listens on a port
  return {
    origin: `http://127.0.0.1:${taken}`,
    received,
    faults,
    taken: async () => {
      await once(events, 'taken')
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}

const digestOf = (content: string): string => createHash('sha256').update(content).digest('hex')
