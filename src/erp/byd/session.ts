import type { Config } from '#platform/config.ts'
import { ErpError, type SendOutcome } from '../gateway/erp.ts'
import { type ExchangeLimits, openExchange } from './exchange.ts'
import { type Priority, openGate } from './gate.ts'
import { erpFailureOf, isTokenRefusal, type ErpReply, type Failure } from './outcome.ts'
import { setTimeout as pause } from 'node:timers/promises'

export interface ErpSession {
  /** The same user and connections for another service: a folder below the tenant's address. */
  at(folder: string, priority?: Priority): ErpSession
  /** Retries transient failures. */
  read(path: string, query: Record<string, string>, signal?: AbortSignal): Promise<unknown>
  readText(path: string, signal?: AbortSignal): Promise<string>
  /** Sends a change exactly once; it is repeated only after an expired token, when nothing was changed. */
  write(method: 'POST' | 'MERGE' | 'DELETE', path: string, body: object | null, signal?: AbortSignal): Promise<unknown>
  /** A read-only query in XML. */
  askInXml(question: { action: string; body: string }, signal?: AbortSignal): Promise<string>
  close(): Promise<void>
}

/** The folder of a custom service. */
export const customService = (name: string): string => `sap/byd/odata/cust/v1/${encodeURIComponent(name)}/`

export const openErpSession = (
  config: Pick<Config, 'ERP_URL' | 'ERP_USER' | 'ERP_PASSWORD' | 'ERP_ORDER_SERVICE'>,
  limits: ExchangeLimits,
): ErpSession => {
  const { send, insist, close } = openChannel(config, limits)
  const tokenRoot = `${config.ERP_URL}/${customService(config.ERP_ORDER_SERVICE)}`

  const tokens = makeTokens((signal) =>
    insist('GET', '', {
      root: tokenRoot,
      priority: 'placing',
      query: { $format: 'json' },
      headers: { 'x-csrf-token': 'fetch' },
      signal,
    }),
  )

  const sendWithToken = async (method: 'POST' | 'DELETE', path: string, how: ChannelOptions): Promise<ErpReply> => {
    const sendWith = (token: string) =>
      send(method, path, { ...how, headers: { ...how.headers, 'x-csrf-token': token } })
    const used = tokens.valid(how.signal)
    const reply = await sendWith(await used)
    if (!isTokenRefusal(reply)) return reply
    tokens.forget(used)
    return sendWith(await tokens.valid(how.signal))
  }

  const sessionAt = (root: string, priority: Priority): ErpSession => ({
    at: (folder, itsPriority = priority) => sessionAt(`${config.ERP_URL}/${folder}`, itsPriority),
    read: async (path, query, signal) =>
      json(await insist('GET', path, { root, priority, query: { $format: 'json', ...query }, signal }), 'not-sent'),
    readText: async (path, signal) =>
      (await insist('GET', path, { root, priority, headers: { accept: 'application/xml' }, signal })).text,
    write: async (method, path, body, signal) => {
      // Proxies may block unknown methods, so MERGE is tunneled through POST.
      const isTunnelled = method === 'MERGE'
      const headers: Record<string, string> = isTunnelled ? { 'x-http-method': method } : {}
      const how = { root, priority, signal, headers, ...(body && { body: JSON.stringify(body) }) }
      const reply = await sendWithToken(isTunnelled ? 'POST' : method, path, how)
      const failure = erpFailureOf(reply, true)
      if (failure) throw failure.error
      return json(reply, 'unknown')
    },
    askInXml: async ({ action, body }, signal) => {
      const headers = { accept: 'text/xml', soapaction: `"${action}"` }
      const contentType = 'text/xml; charset=utf-8'
      return (await insist('POST', '', { root, priority, headers, body, contentType, signal })).text
    },
    close,
  })
  return sessionAt(tokenRoot, 'placing')
}

/** If fetching a token fails, the change itself was never sent. */
const nothingSent = (error: unknown): unknown =>
  error instanceof ErpError && error.outcome !== 'not-sent'
    ? new ErpError('not-sent', error.message, { ...error, cause: error })
    : error

const makeTokens = (ask: (signal: AbortSignal | undefined) => Promise<ErpReply>) => {
  let token: Promise<string> | null = null

  const fetchToken = async (signal: AbortSignal | undefined): Promise<string> => {
    const given = (await ask(signal)).headers['x-csrf-token']
    if (typeof given !== 'string' || !given)
      throw new ErpError('not-sent', 'The ERP gave the portal no security token.')
    return given
  }

  return {
    valid: (signal: AbortSignal | undefined): Promise<string> => {
      token ??= fetchToken(signal).catch((error: unknown) => {
        token = null
        throw nothingSent(error)
      })
      return token
    },
    /** Drops a rejected token, unless a new one was fetched in the meantime. */
    forget: (used: Promise<string>) => {
      if (used === token) token = null
    },
  }
}

const json = ({ text }: ErpReply, outcome: SendOutcome): unknown => {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown)
  } catch (cause) {
    throw new ErpError(outcome, 'The ERP’s answer could not be read.', { cause })
  }
}

interface ChannelOptions {
  root: string
  priority: Priority
  /** For XML bodies, which are read-only queries. */
  contentType?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: string
  signal: AbortSignal | undefined
}

type Method = 'GET' | 'POST' | 'DELETE'

/** One user's connection to the ERP, with its request gate and cookies. */
const openChannel = ({ ERP_USER, ERP_PASSWORD }: Pick<Config, 'ERP_USER' | 'ERP_PASSWORD'>, limits: ExchangeLimits) => {
  const { exchange, close } = openExchange(limits)
  const gate = openGate()
  const authorization = `Basic ${Buffer.from(`${ERP_USER}:${ERP_PASSWORD}`).toString('base64')}`
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

  /** Retries transient failures; only for requests that change nothing. */
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

/** ByDesign ties its security token to cookies with changing names, so all cookies are stored and sent. */
const makeCookies = () => {
  const kept = new Map<string, string>()
  return {
    header: (): string => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    take: (set: string | string[] | undefined) => {
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
