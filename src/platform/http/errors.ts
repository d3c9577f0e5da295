import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import pg from 'pg'
import { noteFullDisk } from '../full-disk.ts'
import { Refusal } from './refusal.ts'

interface Answered {
  status: number
  body: { message: string } & Record<string, unknown>
}

/** Converts any thrown error into a response. Only our own failures are logged. */
export const answerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  const { status, body } = asAnswer(error, request)
  // A refusal needs no stack trace, and logging one would cost as much as the refusal itself.
  if (status >= 500)
    if (error instanceof Refusal) request.log.warn({ reason: error.message }, 'request refused')
    // During an outage every request has the same error, so one line without a stack is enough.
    else if (body.databaseAway) request.log.warn({ reason: String(error) }, 'the database does not answer')
    else request.log.error({ err: error }, 'request failed')
  if (typeof body.retryAfter === 'number') void reply.header('retry-after', body.retryAfter)
  return reply.status(status).send(body)
}

const asAnswer = (error: unknown, request: FastifyRequest): Answered => {
  if (error instanceof Refusal) return { status: error.status, body: { ...error.details, message: error.message } }
  const database = asDatabaseAnswer(error)
  if (database) return database
  if (isFastifyRefusal(error))
    return { status: error.statusCode, body: { message: sentences[error.code] ?? error.message } }
  return {
    status: 500,
    body: { message: 'Something went wrong on our side.', requestId: request.id },
  }
}

const isFastifyRefusal = (error: unknown): error is FastifyError & { statusCode: number } =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' && error.statusCode < 500

const sentences: Record<string, string> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request is empty.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the request as JSON.',
}

const secondsToWait = 5

const [timedOut, diskFull, readOnly] = ['57014', '53100', '25006']

/** SQLSTATE: 22, 23 invalid input; 40 a conflict; 53 overloaded; 08, 57 down; read-only: no longer the primary. */
const asDatabaseAnswer = (error: unknown): Answered | null => {
  if (!(error instanceof Error)) return null
  const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
  if (code.startsWith('22')) return { status: 400, body: { message: 'A value in the request is not valid.' } }
  if (code.startsWith('23')) return { status: 409, body: { message: 'The request conflicts with existing data.' } }
  if (code.startsWith('40'))
    return { status: 409, body: { message: 'Someone else changed this just now. Please try again.' } }
  if (code === diskFull) {
    noteFullDisk()
    return later('The portal cannot save changes right now. Please try again later.')
  }
  if (code.startsWith('53') || code === timedOut) return later('The portal is busy. Please try again in a moment.')
  if (/^(08|57)/.test(code) || code === readOnly || isConnectionFailure(error))
    return later('The portal’s database does not answer. Please try again in a moment.', { databaseAway: true })
  return null
}

const later = (message: string, details = {}): Answered => ({
  status: 503,
  body: { message, retryAfter: secondsToWait, ...details },
})

const isConnectionFailure = (error: Error): boolean =>
  ('code' in error && 'syscall' in error && isNetworkFailure(String(error.code), error.syscall)) ||
  /timeout exceeded when trying to connect|Connection terminated|database has been silent|not queryable|driver has already been destroyed/.test(
    error.message,
  )

/** A missing socket means a missing server; any other missing file is our own failure. */
const isNetworkFailure = (code: string, syscall: unknown): boolean =>
  networkFailures.includes(code) || (code === 'ENOENT' && syscall === 'connect')

const networkFailures = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
]
