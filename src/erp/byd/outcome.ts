import * as z from 'zod/mini'
import { ErpError, type ErpErrorFacts, type SendOutcome } from '../gateway/erp.ts'

export type Headers = Record<string, string | string[] | undefined>

export interface ErpReply {
  status: number
  headers: Headers
  text: string
}

/** A failed call; `mayPass` if a retry makes sense. */
export interface Failure {
  error: ErpError
  mayPass: boolean
}

/** Maps a reply to a failure. A failed read has created nothing, so it is never `unknown`. */
export const erpFailureOf = (reply: ErpReply, isWrite: boolean): Failure | null => {
  const { status, headers, text } = reply
  const undecided: SendOutcome = isWrite ? 'unknown' : 'not-sent'
  const fail = (outcome: SendOutcome, message: string, facts: ErpErrorFacts & { mayPass?: boolean } = {}): Failure => ({
    error: new ErpError(outcome, message, { retryAfterSeconds: retryAfter(headers), ...facts }),
    mayPass: facts.mayPass ?? false,
  })
  const said = messageOf(reply)
  const why = said ? `: ${said}` : '.'

  if (status >= 200 && status < 300) return successFailure(reply, said, fail, undecided)
  if (status >= 300 && status < 400)
    return fail(undecided, `The ERP redirected the portal to another address (${status}).`, { needsOperator: true })
  if (status === 401)
    return fail('not-sent', 'The ERP does not accept the portal’s user or password (401).', {
      needsOperator: true,
      isAway: true,
    })
  if (status === 403 || (status < 500 && text.includes('RBAM_ERROR')))
    return fail('not-sent', `The ERP does not let the portal’s user do this (${status})${why}`, { needsOperator: true })
  if (status === 404)
    return fail('not-sent', `The ERP does not have this service or record (404)${why}`, { needsOperator: true })
  if (status === 429) return fail('not-sent', 'The ERP asks the portal to slow down (429).', { isAway: true })
  if (status === 408 || status >= 500 || status < 200)
    return fail(undecided, `The ERP failed (${status})${why}`, {
      mayPass: retryAfter(headers) === null,
      isAway: status === 503,
    })
  if (isLock(said)) return fail('not-sent', `The ERP is busy with this record: ${said}`, { onlyThisOrder: true })
  return fail('rejected', said || `The ERP declined without giving a reason (${status}).`)
}

type Fail = (outcome: SendOutcome, message: string, facts?: ErpErrorFacts & { mayPass?: boolean }) => Failure

const successFailure = (
  { text, headers }: ErpReply,
  said: string,
  fail: Fail,
  undecided: SendOutcome,
): Failure | null => {
  if (text === '') return null
  const type = String(headers['content-type'] ?? '')
  if (/\bxml\b/.test(type) && !/html/.test(type)) return null
  if (!/json/.test(type))
    return fail(undecided, 'The ERP returned a web page instead of data, as after a failed login.', {
      needsOperator: true,
    })
  const body = parse(text)
  if (body === undefined) return fail(undecided, 'The ERP’s answer could not be read.', { mayPass: true })
  return errorIn(body) === null ? null : fail('rejected', said || 'The ERP declined without giving a reason.')
}

/** True if the token has expired: nothing was changed, and a new token helps. */
export const isTokenRefusal = ({ status, headers, text }: ErpReply): boolean =>
  status === 403 &&
  (/^required$/i.test(String(headers['x-csrf-token'] ?? '')) || /CSRF token/i.test(text.slice(0, 500)))

/** In seconds or as a date. */
const retryAfter = (headers: Headers): number | null => {
  const value = String(headers['retry-after'] ?? '')
  if (/^\d{1,6}$/.test(value)) return Number(value)
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1_000))
}

const isLock = (message: string) => /\b(is|are|currently) locked\b|\blocked by\b/i.test(message)

const ErrorBody = z.object({
  error: z.object({ message: z.union([z.string(), z.object({ value: z.string() })]) }),
})
const SapMessage = z.object({
  message: z._default(z.string(), ''),
  severity: z._default(z.string(), ''),
  details: z._default(z.array(z.object({ message: z._default(z.string(), '') })), []),
})

const errorIn = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null || !('error' in body)) return null
  const { data } = ErrorBody.safeParse(body)
  if (!data) return ''
  return typeof data.error.message === 'string' ? data.error.message : data.error.message.value
}

/** The ERP's error message from body and header, each sentence once. HTML pages are never quoted. */
const messageOf = ({ headers, text }: ErpReply): string => {
  const header = SapMessage.safeParse(parse(String(headers['sap-message'] ?? ''))).data
  const isSevere = header && !/^(success|info|information|warning)$/i.test(header.severity)
  const sentences = [
    errorIn(parse(text)) ?? '',
    ...(isSevere ? [header.message, ...header.details.map((one) => one.message)] : []),
  ]
  return [...new Set(sentences.map(plain).filter(Boolean))].join(' — ').slice(0, 500)
}

const plain = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim()

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
