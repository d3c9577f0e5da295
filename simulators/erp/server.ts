import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Business } from './business.ts'
import { newCsrf } from './csrf.ts'
import { answerCall, broken, resourceOf } from './erp.ts'
import type { Fault, Faults } from './faults.ts'
import type { LimitSwitch } from './limits.ts'
import { html, odataError, serviceUnavailable } from './reply.ts'
import type { Call, Reply } from './reply.ts'
import type { RequestLog } from './requests.ts'
import type { Settings } from './settings.ts'

/** Whether the system is there: open, closed for maintenance, or not listening at all. */
type Availability = { isOff: boolean; maintenanceUntil: number }

export type Parts = {
  settings: Settings
  business: Business
  faults: Faults
  limits: LimitSwitch
  requests: RequestLog
  availability: Availability
}

/** The public side: what a real tenant would answer, with the planned misfortunes on top. */
export const newServer = (parts: Parts): Server => {
  const csrf = newCsrf()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const started = performance.now()
    const call = await readCall(request)
    const fault = parts.availability.isOff ? null : parts.faults.take(call.method, call.resource)
    const base = `http://${request.headers.host ?? `${parts.settings.host}:${parts.settings.port}`}`
    const work = () => {
      if (fault?.kind === 'csrf-expire') csrf.expire()
      return guarded(() => answerCall(parts.settings, parts.business, csrf, base, call))
    }
    const reply = await outcome(parts, fault, response, work)
    parts.requests.note({
      at: new Date(parts.business.now()).toISOString(),
      method: call.method,
      path: request.url ?? '',
      resource: call.resource,
      status: reply?.status ?? 0,
      fault: fault?.kind ?? null,
      took: Math.round(performance.now() - started),
    })
    if (!reply) request.socket.resetAndDestroy()
    else if (fault?.kind === 'truncate') sendHalf(response, reply)
    else send(response, reply)
  }
  return createServer({ requestTimeout: 0, keepAliveTimeout: 65_000 }, (request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
}

/** What the client gets, or null for a connection cut without an answer. */
const outcome = async (
  parts: Parts,
  fault: Fault | null,
  response: ServerResponse,
  work: () => Reply,
): Promise<Reply | null> => {
  if (fault?.kind === 'maintenance' && fault.ms) parts.availability.maintenanceUntil = Date.now() + fault.ms
  if (parts.availability.isOff || Date.now() < parts.availability.maintenanceUntil) return serviceUnavailable()
  const refused = parts.limits.refuse()
  if (refused) return refused
  try {
    return await withFault(fault, response, work)
  } finally {
    parts.limits.leave()
  }
}

const withFault = async (fault: Fault | null, response: ServerResponse, work: () => Reply): Promise<Reply | null> => {
  switch (fault?.kind) {
    case 'reset-before':
      return null
    case 'reset-after':
      work()
      return null
    case 'slow':
      await wait(fault.ms ?? 1000)
      return response.destroyed || response.socket?.destroyed ? null : work()
    case 'slow-commit':
      await wait(fault.ms ?? 1000)
      return work()
    case 'status':
      return statusReply(fault)
    case 'status-after':
      work()
      return statusReply(fault)
    case 'html':
      return html(200, 'Logon')
    case 'maintenance':
      return serviceUnavailable()
    default:
      return work()
  }
}

const statusReply = ({ status = 500, message = 'An internal error occurred' }: Fault): Reply => {
  if ([502, 503, 504].includes(status)) return html(status, 'Service Unavailable')
  const reply = odataError(status, message)
  if (status === 429) reply.headers['retry-after'] = '1'
  return reply
}

const guarded = (work: () => Reply): Reply => {
  try {
    return work()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    return broken()
  }
}

const largestBody = 5_000_000

const readCall = async (request: IncomingMessage): Promise<Call> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > largestBody) throw new Error('the request is too large')
    chunks.push(chunk)
  }
  const url = new URL(request.url ?? '/', 'http://simulator')
  const tunnelled = request.method === 'POST' ? request.headers['x-http-method'] : undefined
  const path = decoded(url.pathname)
  return {
    method: (typeof tunnelled === 'string' ? tunnelled : (request.method ?? 'GET')).toUpperCase(),
    path,
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
    resource: resourceOf(path, String(request.headers['soapaction'] ?? '')),
  }
}

const decoded = (path: string) => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path // a path that cannot be decoded leads nowhere: 404
  }
}

const send = (response: ServerResponse, reply: Reply) => {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, {
    ...reply.headers,
    ...(reply.status === 204 ? {} : { 'content-length': body.length }),
  })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Promises the whole body and stops halfway. */
const sendHalf = (response: ServerResponse, reply: Reply) => {
  const body = Buffer.from(reply.body)
  response.writeHead(reply.status, { ...reply.headers, 'content-length': Math.max(body.length, 2) })
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroySoon())
}
