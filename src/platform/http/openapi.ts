import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'
import { Moment } from '#shared/wire.ts'
import { version } from '../version.ts'

/** Serves the OpenAPI document, generated from the contracts that the server runs. */
export const openApiRoute = (http: FastifyInstance, endpoints: readonly Endpoint[], address: string): void => {
  let document: unknown
  http.get(
    '/api/openapi.json',
    { config: { access: 'anyone' } },
    async () => (document ??= openApi(endpoints, address)),
  )
}

/** The whole document, with this server address. */
export const openApi = (endpoints: readonly Endpoint[], address: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints.toSorted(byAddress)) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Apotheca',
      version,
      description: 'The calls of the ordering portal.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address || '/' }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] } },
    },
    paths,
  }
}

/** Keeps the document independent of the order in which rooms register. */
const byAddress = (one: Endpoint, other: Endpoint): number => (addressOf(one) < addressOf(other) ? -1 : 1)

const addressOf = ({ path, method }: Endpoint): string => `${path} ${method}`

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

/** A unique operation ID of method and path: `getApiOrdersById` for GET /api/orders/:id. */
const operationIdOf = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path
    .replaceAll(/:(\w)/g, 'By-$1')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

const operationOf = ({
  access,
  summary,
  params,
  query,
  body,
  reply,
  accepted,
  status,
  done,
  ...endpoint
}: Endpoint) => ({
  operationId: operationIdOf({ access, reply, ...endpoint }),
  // The first path segment groups the calls in a reference.
  tags: [endpoint.path.split('/')[2]],
  summary: summary ?? `${endpoint.method} ${endpoint.path}`,
  description: `Who may call: ${access}.`,
  // Signing in is optional here and may show more.
  ...(access === 'anyone' && { security: [{}, { bearer: [] }] }),
  parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
  ...(body && {
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
  }),
  responses: {
    [status ?? 200]: {
      description: done ?? 'Done',
      content: { 'application/json': { schema: schemaOf(reply, 'output') } },
    },
    ...(accepted && {
      202: {
        description: 'Approval is required first',
        content: { 'application/json': { schema: schemaOf(accepted, 'output') } },
      },
    }),
    400: refusal('The request cannot be understood'),
    ...(access !== 'anyone' && { 401: refusal('Not signed in'), 403: refusal('Not allowed') }),
    ...(endpoint.limits && { 429: refusal('Too many calls; Retry-After has the seconds to wait') }),
  },
})

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io,
    override: ({ zodSchema, jsonSchema }) => {
      // A schema made by a function converts to "any".
      if (zodSchema === Moment) Object.assign(jsonSchema, { type: 'string', format: 'date-time' })
    },
  })
  return rest
}

const parametersOf = (schema: z.core.$ZodType | undefined, place: 'path' | 'query') => {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}
