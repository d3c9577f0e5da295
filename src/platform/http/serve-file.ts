import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { Endpoint, Received } from '#shared/endpoint.ts'
import { type Caller, resolveCaller } from './bearer.ts'
import { requestFactsOf, parseParts, type RequestFacts, type Serving } from './serve.ts'

export interface ServedFile {
  type:
    | 'text/csv; charset=utf-8'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    | 'application/pdf'
    | 'application/zip'
    | 'image/jpeg'
    | 'image/png'
    | 'application/xml'
    | 'application/json'
    | 'image/webp'
    | 'text/html; charset=utf-8'
  content: Readable | Uint8Array | string
  /** Letters, digits, dots and dashes; other characters are replaced. */
  name: string
  /** Displayed by the browser instead of downloaded. */
  isInline?: boolean
  status?: number
  headers?: Record<string, string>
}

type HandlerInput<E extends Endpoint> = Received<E> & { user: Caller; request: RequestFacts; raw: FastifyRequest }
type Handler<E extends Endpoint> = (call: HandlerInput<E>) => Promise<ServedFile>

interface FileOptions {
  /** Reads the session token from elsewhere when there is no authorization header. */
  tokenOf?: (request: FastifyRequest) => string | null
  /** Renders a refusal; without it the portal answers with JSON. */
  refuse?: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply | null
}

export type ServeFile = <E extends Endpoint>(endpoint: E, handler: Handler<E>, options?: FileOptions) => void

/** Like `serve`, for files instead of JSON; requires a signed-in caller. */
export const makeServeFile = (
  http: FastifyInstance,
  { findCaller, checkLimits }: Pick<Serving, 'findCaller' | 'checkLimits'>,
  served: Endpoint[],
): ServeFile => {
  const serveFile: ServeFile = (endpoint, handler, { tokenOf, refuse } = {}) => {
    served.push(endpoint)
    http.route({
      method: endpoint.method satisfies HTTPMethods,
      url: endpoint.path,
      config: { access: endpoint.access },
      ...(refuse && {
        errorHandler: (error, request, reply) => {
          if (!refuse(error, request, reply)) throw error
        },
      }),
      handler: async (request, reply) => {
        const user = await resolveCaller(findCaller, endpoint, request, tokenOf?.(request))
        const call = { ...parseParts(endpoint, request), user, request: requestFactsOf(request, user), raw: request }
        await checkLimits(endpoint, call)
        // The endpoint's schemas parsed the parts, and no file endpoint has access `anyone`.
        return sendFile(reply, await handler(call as unknown as HandlerInput<typeof endpoint>))
      },
    })
  }
  return serveFile
}

const sendFile = (reply: FastifyReply, { type, content, name, isInline, status = 200, headers }: ServedFile) =>
  reply
    .status(status)
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `${isInline ? 'inline' : 'attachment'}; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`,
      ...headers,
    })
    .type(type)
    .send(content instanceof Uint8Array ? Buffer.from(content) : content)
