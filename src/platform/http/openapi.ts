import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/endpoint.ts'

/** The contract of every call, printed from the same objects that serve it. */
export const openApiRoute = (http: FastifyInstance, endpoints: readonly Endpoint[]): void => {
  let document: unknown
  http.get('/api/openapi.json', { config: { access: 'anyone' } }, async () => (document ??= openApi(endpoints)))
}

const openApi = (endpoints: readonly Endpoint[]) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Apotheca', version: '1', description: 'The calls of the ordering portal.' },
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Refusal: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] } },
    },
    paths,
  }
}

const refusal = (description: string) => ({
  description,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
})

const operationOf = ({ access, summary, params, query, body, reply, status }: Endpoint) => ({
  summary: summary ?? '',
  description: `Who may call: ${access}.`,
  ...(access !== 'anyone' && { security: [{ bearer: [] }] }),
  parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
  ...(body && {
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
  }),
  responses: {
    [status ?? 200]: { description: 'Done', content: { 'application/json': { schema: schemaOf(reply, 'output') } } },
    400: refusal('The request cannot be understood'),
    ...(access !== 'anyone' && { 401: refusal('Not signed in'), 403: refusal('Not allowed') }),
  },
})

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { unrepresentable: 'any', io })
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
