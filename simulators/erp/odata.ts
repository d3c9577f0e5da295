import type { Service } from './entities.ts'
import { codeListSets, metadataOf, setsOf } from './metadata.ts'
import { ODataError, badRequest, notFound } from './odata-error.ts'
import { count, find, read } from './odata-read.ts'
import type { Rendered } from './odata-render.ts'
import { act, change, create, query, remove } from './odata-write.ts'
import type { Writer } from './odata-write.ts'
import { empty, header, json, text } from './reply.ts'
import type { Call, Reply } from './reply.ts'

/** Answers a call below /sap/byd/odata/cust/v1/<service>. */
export const answerOData = (tenant: Writer, call: Call, serviceName: string, path: string): Reply => {
  const service = tenant.profile.services.get(serviceName)
  if (!service) throw notFound(`No service found for namespace '', name '${serviceName}', version '0001'`)
  const segments = path.split('/').filter(Boolean)
  const [first = ''] = segments
  if (first === '$metadata') return text(200, 'application/xml', metadataOf(service))
  if (first === '$batch') throw new ODataError(501, 'Batch requests are not imitated by this simulator')
  const reading = ['GET', 'HEAD'].includes(call.method)
  if (reading && !wantsJson(call)) return atom(service, first)
  if (segments.length === 0) return json(200, { d: { EntitySets: setsOf(service) } })
  if (segments.at(-1) === '$count' && reading) {
    return text(
      200,
      'text/plain',
      String(count(service, find(tenant.books, service, segments.slice(0, -1)), call.query)),
    )
  }
  const codes = codeListSets(service).find(({ name }) => `${name}Collection` === first)
  if (codes && reading) return json(200, { d: { results: codeRows(tenant, service, codes) } })

  const action = service.functions.find(({ name }) => name === first)
  if (action) {
    if (action.method !== (reading ? 'GET' : call.method)) throw new ODataError(405, `${first} needs ${action.method}`)
    const done = action.method === 'GET' ? query(tenant, service, call.query) : act(tenant, service, first, call.query)
    return json(200, { d: action.method === 'GET' ? done : { results: done } })
  }
  return reading ? readResource(tenant, service, segments, call) : writeResource(tenant, service, segments, call)
}

const readResource = (tenant: Writer, service: Service, segments: readonly string[], call: Call): Reply => {
  const found = find(tenant.books, service, segments)
  const shown = read(tenant, service, found, call.query)
  return json(200, { d: found.isSingle ? { results: shown } : shown })
}

const writeResource = (tenant: Writer, service: Service, segments: readonly string[], call: Call): Reply => {
  switch (call.method) {
    case 'POST': {
      const created = create(tenant, service, segments, bodyOf(call))
      const reply = json(201, { d: { results: created } })
      reply.headers['location'] = uriOf(created)
      return reply
    }
    case 'PATCH':
    case 'MERGE':
    case 'PUT':
      change(tenant, service, find(tenant.books, service, segments), bodyOf(call))
      return empty(204)
    case 'DELETE':
      remove(tenant, find(tenant.books, service, segments))
      return empty(204)
    default:
      throw new ODataError(405, `Method ${call.method} is not supported`)
  }
}

const bodyOf = (call: Call): unknown => {
  if (!header(call, 'content-type').includes('json')) throw new ODataError(415, 'Unsupported media type requested')
  try {
    return JSON.parse(call.body)
  } catch {
    throw badRequest('Malformed request body')
  }
}

const uriOf = (rendered: Rendered) => {
  const { __metadata: metadata } = rendered
  return typeof metadata === 'object' && metadata !== null && 'uri' in metadata ? String(metadata.uri) : ''
}

const wantsJson = (call: Call) => call.query.get('$format') === 'json' || header(call, 'accept').includes('json')

/** Without a wish for JSON the real system writes Atom; the entries' contents are not imitated. */
const atom = (service: Service, set: string): Reply =>
  text(
    200,
    set ? 'application/atom+xml' : 'application/atomsvc+xml',
    `<?xml version="1.0" encoding="utf-8"?><feed xmlns="http://www.w3.org/2005/Atom"><title>${set ? 'Feed' : service.name}</title></feed>`,
  )

const codeRows = (tenant: Writer, service: Service, list: { name: string; codes: Readonly<Record<string, string>> }) =>
  Object.entries(list.codes).map(([Code, Description]) => ({
    __metadata: {
      uri: `${tenant.base}/${service.name}/${list.name}Collection(Code='${Code}',Context='')`,
      type: `cust.${list.name}`,
    },
    Code,
    Context: '',
    Description,
  }))
