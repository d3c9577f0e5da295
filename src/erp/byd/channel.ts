import { setTimeout as pause } from 'node:timers/promises'
import { ErpError } from '../gateway/erp.ts'
import { type ExchangeLimits, openExchange } from './exchange.ts'
import { openGate, type Priority } from './gate.ts'
import { type Failure, erpFailureOf, type ErpReply } from './outcome.ts'

export interface ChannelOptions {
  root: string
  priority: Priority
  /** For XML bodies, which are read-only queries. */
  contentType?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal | undefined
}

interface Channel {
  send(method: Method, path: string, how: ChannelOptions): Promise<ErpReply>
  /** Retries transient failures; only for requests that change nothing. */
  insist(method: 'GET' | 'POST', path: string, how: ChannelOptions): Promise<ErpReply>
  close(): Promise<void>
}

type Method = 'GET' | 'POST' | 'DELETE'

/** One user's connection to the ERP, with its request gate and cookies. */
export const openChannel = (
  { user, password }: { user: string; password: string },
  limits: ExchangeLimits,
): Channel => {
  const { exchange, close } = openExchange(limits)
  const gate = openGate()
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const cookies = makeCookies()

  const send = (method: Method, path: string, how: ChannelOptions): Promise<ErpReply> =>
    gate(how.priority, () => sendNow(method, path, how), how.signal).catch((error: unknown) => {
      if (error instanceof ErpError || !how.signal?.aborted) throw error
      throw new ErpError('not-sent', 'The portal stopped before it called the ERP.', { cause: error })
    })

  const sendNow = async (method: Method, path: string, how: ChannelOptions): Promise<ErpReply> => {
    const cookie = cookies.header()
    const reply = await exchange({
      method,
      url: addressOf(path, how),
      headers: {
        authorization,
        accept: 'application/json',
        'accept-language': 'en',
        ...(cookie && { cookie }),
        ...(how.body !== undefined && { 'content-type': how.contentType ?? 'application/json' }),
        ...how.headers,
      },
      ...(how.body !== undefined && { body: how.body }),
      milliseconds: method === 'GET' || how.contentType ? limits.readMilliseconds : limits.createMilliseconds,
      isRepeatable: method === 'GET' || how.contentType !== undefined,
      signal: how.signal,
    })
    cookies.take(reply.headers['set-cookie'])
    return reply
  }

  const insist = async (method: 'GET' | 'POST', path: string, how: ChannelOptions): Promise<ErpReply> => {
    for (const wait of [...limits.retryMilliseconds, null]) {
      const reply = await send(method, path, how).catch(brokenConnection)
      const failure = 'error' in reply ? reply : erpFailureOf(reply, false)
      if (!failure && 'text' in reply) return reply
      if (failure && (wait === null || !failure.mayPass || how.signal?.aborted)) throw failure.error
      await pause(Math.random() * (wait ?? 0), undefined, how.signal && { signal: how.signal }).catch(() => {})
    }
    throw new ErpError('not-sent', 'The ERP was not called.')
  }

  return { send, insist, close }
}

const addressOf = (path: string, { root, query = {} }: ChannelOptions): URL => {
  const address = new URL(path, root)
  const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  if (asked.length > 0) address.search = asked.join('&')
  return address
}

const brokenConnection = (error: unknown): Failure => {
  if (!(error instanceof ErpError)) throw error
  return { error, mayPass: true }
}

interface Cookies {
  header(): string
  take(set: string | string[] | undefined): void
}

/** ByDesign ties its security token to cookies with changing names, so all cookies are stored and sent. */
const makeCookies = (): Cookies => {
  const kept = new Map<string, string>()
  return {
    header: () => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    take: (set) => {
      for (const line of [set ?? []].flat()) {
        const [pair = '', ...attributes] = line.split(';')
        const at = pair.indexOf('=')
        const name = pair.slice(0, at).trim()
        if (at < 1) continue
        if (attributes.some(isOver)) kept.delete(name)
        else kept.set(name, pair.slice(at + 1).trim())
      }
    },
  }
}

const isOver = (attribute: string): boolean => {
  const [name = '', value = ''] = attribute.split('=').map((part) => part.trim())
  if (/^max-age$/i.test(name)) return Number(value) <= 0
  return /^expires$/i.test(name) && Date.parse(value) < Date.now()
}
