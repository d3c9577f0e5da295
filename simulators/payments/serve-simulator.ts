import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  raw: string
}

export interface Answer {
  status?: number
  json?: unknown
  /** A page or a script instead of JSON. */
  text?: string
  type?: string
}

/** What is to go wrong, and how often: `cut` closes the connection, `hang` never answers; `after` means: once the work is done. */
interface Fault {
  on: string
  kind: 'hang' | 'hang-after' | 'cut' | 'cut-after' | 'status'
  status?: number
  times?: number
}

type Route = (call: Call) => Answer | Promise<Answer>

/** What a lever is told. */
export interface Facts {
  id?: string
  card?: string
  amount?: number
  status?: string
  decline?: boolean
  /** Seconds, for Stripe; ISO text, for PayPal. */
  at?: number
  time?: string
  secret?: string
  unit?: object
  capture?: object
}

interface Simulator {
  route: Route
  /** Levers for tests and the curious, at /_control/<name>. */
  levers: Record<string, (facts: Facts) => unknown>
}

export const notFound: Answer = {
  status: 404,
  json: { error: { type: 'invalid_request_error', message: 'No such thing' } },
}

/** Serves a simulator on loopback until its parent is gone, and says on one line where. */
export const serveSimulator = async ({ route, levers }: Simulator): Promise<void> => {
  const faults: Fault[] = []
  const requests: { call: string; key: string }[] = []
  const all: Simulator['levers'] = {
    ...levers,
    faults: (facts) => faults.push(facts as Facts & Fault), // tests write them by this very shape
    forget: () => faults.splice(0),
    requests: () => requests,
  }

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => {
      response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify({ error: String(error) }))
    })
  })

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const call = await callOf(request)
    const lever = /^\/_control\/(\w+)$/.exec(call.path)?.[1]
    if (lever) {
      const facts = call.raw === '' ? {} : (JSON.parse(call.raw) as Facts) // for our own tests
      return send(response, { json: (await all[lever]?.(facts)) ?? null })
    }
    const key = call.headers['idempotency-key'] ?? call.headers['paypal-request-id'] ?? ''
    requests.push({ call: `${call.method} ${call.path}`, key: String(key) })
    if (requests.length > 1_000) requests.shift()
    const fault = takeFault(faults, call)
    if (fault?.kind === 'hang') return
    if (fault?.kind === 'cut') return void request.socket.destroy()
    if (fault?.kind === 'status')
      return send(response, { status: fault.status ?? 500, json: { error: { type: 'api_error', message: 'Planned' } } })
    const answered = await route(call)
    if (fault?.kind === 'hang-after') return
    if (fault?.kind === 'cut-after') return void request.socket.destroy()
    send(response, answered)
  }

  server.listen(Number(process.env.PAYMENT_DOUBLE_PORT ?? 0), '127.0.0.1')
  await once(server, 'listening')
  const end = () => process.exit(0)
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
  if (process.env.PAYMENT_SIMULATOR_PARENT) process.stdin.on('end', end).on('error', end).resume()
  const { port } = server.address() as AddressInfo
  process.stdout.write(`${JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` })}\n`)
}

const callOf = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const url = new URL(request.url ?? '/', 'http://simulator')
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    raw: Buffer.concat(chunks).toString('utf8'),
  }
}

const takeFault = (faults: Fault[], call: Call): Fault | undefined => {
  const index = faults.findIndex(({ on }) => new RegExp(`^${on}$`).test(`${call.method} ${call.path}`))
  const fault = faults[index]
  if (!fault) return undefined
  fault.times = (fault.times ?? 1) - 1
  if (fault.times <= 0) faults.splice(index, 1)
  return fault
}

const send = (response: ServerResponse, { status = 200, json, text, type }: Answer) => {
  response.writeHead(status, {
    'content-type': type ?? (text === undefined ? 'application/json' : 'text/html; charset=utf-8'),
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
  })
  response.end(text ?? JSON.stringify(json ?? null))
}
