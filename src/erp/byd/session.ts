import { ErpError, type SendOutcome } from '../gateway/erp.ts'
import { type ChannelOptions, openChannel } from './channel.ts'
import type { ExchangeLimits } from './exchange.ts'
import type { Priority } from './gate.ts'
import { erpFailureOf, isTokenRefusal, type ErpReply } from './outcome.ts'

export interface ErpCredentials {
  url: string
  user: string
  password: string
  service: string
}

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
  { url, user, password, service }: ErpCredentials,
  limits: ExchangeLimits,
): ErpSession => {
  const { send, insist, close } = openChannel({ user, password }, limits)
  const tokenRoot = `${url}/${customService(service)}`

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
    at: (folder, itsPriority = priority) => sessionAt(`${url}/${folder}`, itsPriority),
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

interface Tokens {
  valid(signal: AbortSignal | undefined): Promise<string>
  /** Drops a rejected token, unless a new one was fetched in the meantime. */
  forget(used: Promise<string>): void
}

const makeTokens = (ask: (signal: AbortSignal | undefined) => Promise<ErpReply>): Tokens => {
  let token: Promise<string> | null = null

  const fetchToken = async (signal: AbortSignal | undefined): Promise<string> => {
    const given = (await ask(signal)).headers['x-csrf-token']
    if (typeof given !== 'string' || !given)
      throw new ErpError('not-sent', 'The ERP gave the portal no security token.')
    return given
  }

  return {
    valid: (signal) => {
      token ??= fetchToken(signal).catch((error: unknown) => {
        token = null
        throw nothingSent(error)
      })
      return token
    },
    forget: (used) => {
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
