import { createHash } from 'node:crypto'
import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import * as z from 'zod/mini'
import type { Access, Answer, Endpoint, Received } from '#shared/endpoint.ts'
import { Refusal } from './refusal.ts'
import { type Caller, type FindCaller, resolveCaller } from './bearer.ts'
import type { CheckLimits } from './limits.ts'
import { requirePassword } from './require-password.ts'
import { replyWriterIn } from './write-reply.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route; the portal does not start if a route lacks it. */
    access?: Access
  }
}

type CallerFor<A extends Access> = A extends 'anyone' ? Caller | null : Caller

/** Facts about the request besides its parsed parts. */
export interface RequestFacts {
  id: string
  ip: string
  /** The subject of rate limits: the IPv4 address, or the /64 network of an IPv6 address. */
  network: string
  userAgent: string
  cookie: string
  idempotencyKey: string | null
  /** Hashes that identify a repeat of this request; null without an idempotency key. */
  repeatable: { keyHash: string; requestHash: string } | null
}

/** A call as its handler gets it: the parsed parts, the caller and facts about the request. */
export type CallOf<E extends Endpoint> = Received<E> & { user: CallerFor<E['access']>; request: RequestFacts }

type Handler<E extends Endpoint> = (call: CallOf<E>, reply: FastifyReply) => Promise<Answer<E>>

interface ServeOptions {
  /** Maximum body size in bytes; 256 KiB by default. */
  bodyLimit?: number
}

export type Serve = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: ServeOptions) => void

/** Every route must declare its access, or the portal does not start. */
export const refuseRoutesWithoutAccess = (http: FastifyInstance): void => {
  http.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`Route ${String(method)} ${url} does not say who may call it.`)
  })
}

export interface Serving {
  findCaller: FindCaller
  checkLimits: CheckLimits
  /** Whether a response that does not match its schema fails. */
  checksReplies: boolean
  /** Moments in responses have the offset of this time zone. */
  timeZone: string
}

/** Registers an endpoint: checks access, parses the request and serializes the response. */
export const makeServe = (
  http: FastifyInstance,
  { findCaller, checkLimits, checksReplies, timeZone }: Serving,
  served: Endpoint[],
): Serve => {
  const replyWriter = replyWriterIn(timeZone)
  const serve: Serve = (endpoint, handler, options = {}) => {
    served.push(endpoint)
    const write = replyWriter(endpoint.reply)
    const writeAccepted = endpoint.accepted && replyWriter(endpoint.accepted)
    http.route({
      method: endpoint.method satisfies HTTPMethods,
      url: endpoint.path,
      config: { access: endpoint.access },
      exposeHeadRoute: !endpoint.isForOurPages,
      ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
      handler: async (request, reply) => {
        const user = await resolveCaller(findCaller, endpoint, request)
        const call = { ...parseParts(endpoint, request), user, request: requestFactsOf(request, user) }
        if (endpoint.isForOurPages) refuseOtherSites(request)
        if (endpoint.isConfirmed && user) requirePassword(user)
        await checkLimits(endpoint, call)
        // The endpoint's schemas parsed the parts, and `resolveCaller` enforced its access.
        const result = await handler(call as unknown as CallOf<typeof endpoint>, reply)
        const answer = endpoint.done === undefined ? result : { message: endpoint.done }
        // The handler chooses between the two reply schemas by the status code.
        const isAccepted = writeAccepted !== undefined && reply.statusCode === 202
        if (checksReplies) z.parse((isAccepted && endpoint.accepted) || endpoint.reply, answer)
        void reply.headers(keepingOf(endpoint, user)).status(isAccepted ? 202 : (endpoint.status ?? reply.statusCode))
        if (typeof answer === 'string') return reply.send(answer)
        return reply.type('application/json; charset=utf-8').send((isAccepted ? writeAccepted : write)(answer))
      },
    })
  }
  return serve
}

/** Browsers send the origin of a request; other clients, and browsers over plain http, don't. */
const refuseOtherSites = ({ headers }: FastifyRequest): void => {
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin')
    throw new Refusal(403, 'Only the portal’s own pages can request this.')
}

/** Visitors' browsers may cache GET responses and revalidate them; responses to signed-in users are never stored. */
const keepingOf = ({ method, isAct }: Endpoint, user: Caller | null): Record<string, string> =>
  method === 'GET' && !isAct && !user
    ? { 'cache-control': 'private, no-cache', vary: 'authorization, accept-encoding' }
    : { 'cache-control': 'no-store' }

export const requestFactsOf = (request: FastifyRequest, user: Caller | null): RequestFacts => {
  const header = request.headers['idempotency-key']
  const key = typeof header === 'string' && header !== '' ? header.slice(0, 200) : null
  return {
    id: request.id,
    ip: request.ip,
    // A client that disconnected has no address.
    network: request.ip ? normalizeIP(request.ip) : '',
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    cookie: request.headers.cookie ?? '',
    idempotencyKey: key,
    repeatable:
      key === null
        ? null
        : {
            keyHash: hashOf([user?._id ?? 'anyone', key]),
            requestHash: hashOf([key, request.method, request.url, request.body]),
          },
  }
}

const hashOf = (parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex')

export const parseParts = (endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> => {
  refuseRepeated(request.query)
  const parts: Record<string, unknown> = {}
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (schema) parts[part] = parsePart(schema, request[part])
  }
  return parts
}

/** No parameter is a list. Picking one of several values would be a guess, so the call is refused. */
const refuseRepeated = (query: unknown): void => {
  const [name] = Object.entries(query ?? {}).find(([, value]) => Array.isArray(value)) ?? []
  if (name !== undefined) throw new Refusal(400, `The address contains “${name.slice(0, 60)}” more than once.`)
}

const parsePart = (schema: z.core.$ZodType, value: unknown): unknown => {
  const { success, data, error } = z.safeParse(schema, value ?? {})
  if (success) return data
  throw new Refusal(400, sentenceOf(error.issues[0]))
}

/** The message of a validation error; generic messages get the field's name. */
const sentenceOf = (issue: z.core.$ZodIssue | undefined): string => {
  if (!issue) return 'The request cannot be read.'
  const inner = issue.code === 'invalid_union' ? issue.errors.flat()[0] : undefined
  if (inner && issue.message.startsWith('Invalid input')) return sentenceOf(inner)
  const isGeneric = /^(Invalid|Too |Unrecognized|Expected)/.test(issue.message)
  return isGeneric && issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message
}
