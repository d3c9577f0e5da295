import { setTimeout as pause } from 'node:timers/promises'
import { ErpError, type Outcome } from '../gateway/erp.ts'
import { type Limits, openExchange } from './exchange.ts'
import { openGate, type Priority } from './gate.ts'
import { type Failure, failureOf, isTokenRefusal, type Reply } from './outcome.ts'

export interface Access {
  url: string
  user: string
  password: string
  service: string
}

type Query = Record<string, string>

export interface Session {
  /** The same user and connections towards another service: a folder below the tenant's address. */
  at(folder: string, priority?: Priority): Session
  /** Repeats what failed in passing. */
  read(path: string, query: Query, signal?: AbortSignal): Promise<unknown>
  readText(path: string, signal?: AbortSignal): Promise<string>
  /** Sends a change once and only once; the one repetition is for an expired token, when nothing was done. */
  write(method: 'POST' | 'MERGE' | 'DELETE', path: string, body: object | null, signal?: AbortSignal): Promise<unknown>
  /** A question in XML, which changes nothing. */
  askInXml(question: { action: string; body: string }, signal?: AbortSignal): Promise<string>
  close(): Promise<void>
}

/** The folder of a service that the tenant defines itself. */
export const customService = (name: string): string => `sap/byd/odata/cust/v1/${encodeURIComponent(name)}/`

export const openSession = ({ url, user, password, service }: Access, limits: Limits): Session => {
  const { exchange, close } = openExchange(limits)
  const gate = openGate()
  const tokenRoot = `${url}/${customService(service)}`
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const cookies = makeCookies()
  let token: Promise<string> | null = null

  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, how: How): Promise<Reply> =>
    gate(how.priority, () => sendNow(method, path, how), how.signal).catch((error: unknown) => {
      if (error instanceof ErpError || !how.signal?.aborted) throw error
      throw new ErpError('not-sent', 'The portal stopped before the ERP was asked.', { cause: error })
    })

  const sendNow = async (method: 'GET' | 'POST' | 'DELETE', path: string, how: How): Promise<Reply> => {
    const address = new URL(path, how.root)
    if (how.query)
      address.search = Object.entries(how.query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&')
    const cookie = cookies.header()
    const reply = await exchange({
      method,
      url: address,
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

  const get = (path: string, how: How): Promise<Reply> => insist('GET', path, how)

  const insist = async (method: 'GET' | 'POST', path: string, how: How): Promise<Reply> => {
    for (const wait of [...limits.retryMilliseconds, null]) {
      const reply = await send(method, path, how).catch(brokenConnection)
      const failure = 'error' in reply ? reply : failureOf(reply, false)
      if (!failure && 'text' in reply) return reply
      if (failure && (wait === null || !failure.mayPass || how.signal?.aborted)) throw failure.error
      await pause(Math.random() * (wait ?? 0), undefined, how.signal && { signal: how.signal }).catch(() => {})
    }
    throw new ErpError('not-sent', 'The ERP was not asked.')
  }

  const fetchToken = async (signal: AbortSignal | undefined): Promise<string> => {
    const { headers } = await get('', {
      root: tokenRoot,
      priority: 'placing',
      query: { $format: 'json' },
      headers: { 'x-csrf-token': 'fetch' },
      signal,
    })
    const given = headers['x-csrf-token']
    if (typeof given !== 'string' || !given)
      throw new ErpError('not-sent', 'The ERP gave the portal no security token.')
    return given
  }

  const validToken = (signal: AbortSignal | undefined): Promise<string> => {
    token ??= fetchToken(signal).catch((error: unknown) => {
      token = null
      throw nothingSent(error)
    })
    return token
  }

  const sendWithToken = async (method: 'POST' | 'DELETE', path: string, how: How): Promise<Reply> => {
    const used = validToken(how.signal)
    const reply = await send(method, path, { ...how, headers: { ...how.headers, 'x-csrf-token': await used } })
    if (!isTokenRefusal(reply)) return reply
    if (token === used) token = null
    return send(method, path, { ...how, headers: { ...how.headers, 'x-csrf-token': await validToken(how.signal) } })
  }

  const sessionAt = (root: string, priority: Priority): Session => ({
    at: (folder, itsPriority = priority) => sessionAt(`${url}/${folder}`, itsPriority),
    read: async (path, query, signal) =>
      json(await get(path, { root, priority, query: { $format: 'json', ...query }, signal }), 'not-sent'),
    readText: async (path, signal) =>
      (await get(path, { root, priority, headers: { accept: 'application/xml' }, signal })).text,
    write: async (method, path, body, signal) => {
      // Proxies on the way stop methods they do not know, so a change of fields travels inside a POST.
      const isTunnelled = method === 'MERGE'
      const headers: Record<string, string> = isTunnelled ? { 'x-http-method': method } : {}
      const how = { root, priority, signal, headers, ...(body && { body: JSON.stringify(body) }) }
      const reply = await sendWithToken(isTunnelled ? 'POST' : method, path, how)
      const failure = failureOf(reply, true)
      if (failure) throw failure.error
      return json(reply, 'unknown')
    },
    askInXml: async ({ action, body }, signal) => {
      const headers = { accept: 'text/xml', soapaction: `"${action}"` }
      return (
        await insist('POST', '', { root, priority, headers, body, contentType: 'text/xml; charset=utf-8', signal })
      ).text
    },
    close,
  })
  return sessionAt(tokenRoot, 'placing')
}

interface How {
  root: string
  priority: Priority
  /** For bodies that are not JSON, which only ask. */
  contentType?: string
  query?: Query
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal | undefined
}

const brokenConnection = (error: unknown): Failure => {
  if (!(error instanceof ErpError)) throw error
  return { error, mayPass: true }
}

/** Whatever happened while asking for a token, the change itself never left. */
const nothingSent = (error: unknown): unknown =>
  error instanceof ErpError && error.outcome !== 'not-sent'
    ? new ErpError('not-sent', error.message, { ...error, cause: error })
    : error

const json = ({ text }: Reply, outcome: Outcome): unknown => {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch (cause) {
    throw new ErpError(outcome, 'The ERP’s answer could not be read.', { cause })
  }
}

interface Cookies {
  header(): string
  take(set: string | string[] | undefined): void
}

/** ByDesign pairs its security token with cookies of changing names, so all are kept and all are sent back. */
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
