import { badRequest, notFound } from './odata-error.ts'
import { readOptions } from './odata-options.ts'
import { render } from './odata-render.ts'
import type { Rendered } from './odata-render.ts'
import type { Entity, Service } from './entities.ts'
import { entityOf, follow, rowsOf } from './rows.ts'
import type { Row } from './rows.ts'
import type { Books } from './books.ts'
import type { Profile } from './profile.ts'

export type Tenant = { books: Books; profile: Profile; base: string }

export type Found = { entity: Entity; rows: Row[]; isSingle: boolean }

/** Follows a resource path: a set, an entity by its key, and from there through its navigations. */
export const find = (books: Books, service: Service, segments: readonly string[]): Found => {
  const [first = '', ...rest] = segments
  const [, set = '', key] = /^(\w+?)(?:\((?:ObjectID=)?'([^']*)'\))?$/.exec(first) ?? []
  const entity = [...service.entities.values()].find((candidate) => candidate.set === set)
  if (!entity) throw notFound(`Resource not found for segment '${first}'`)
  const rows = rowsOf(books, service, entity)
  if (key === undefined) {
    if (rest.length > 0) throw badRequest(`A key is needed before '${rest[0]}'`)
    return { entity, rows, isSingle: false }
  }
  const row = rows.find(({ node }) => node.ObjectID === key)
  if (!row) throw notFound(`Resource not found for segment '${entity.name}'`)
  return rest.reduce<Found>((place, segment) => step(service, place, segment), { entity, rows: [row], isSingle: true })
}

const step = (service: Service, place: Found, segment: string): Found => {
  const navigation = place.entity.navigations.get(segment)
  if (!navigation || !place.isSingle) throw notFound(`Resource not found for segment '${segment}'`)
  const rows = place.rows.flatMap((row) => follow(service, row, segment))
  if (!navigation.many && rows.length === 0) throw notFound(`Resource not found for segment '${segment}'`)
  return { entity: entityOf(service, navigation.to), rows, isSingle: !navigation.many }
}

export const read = (tenant: Tenant, service: Service, found: Found, query: URLSearchParams): Rendered => {
  const options = readOptions(service, found.entity, query)
  const show = (row: Row) => render(tenant.profile, service, tenant.base, row, options.expand, options.select)
  if (found.isSingle && found.rows[0]) return show(found.rows[0])

  const matching = options.condition ? found.rows.filter(options.condition) : found.rows
  const sorted = options.compare ? matching.toSorted(options.compare) : matching
  const results = sorted.slice(options.skip, options.skip + (options.top ?? tenant.profile.pageCap)).map(show)
  return { ...(options.counts ? { __count: String(matching.length) } : {}), results }
}

export const count = (service: Service, found: Found, query: URLSearchParams) => {
  const { condition } = readOptions(service, found.entity, query)
  return condition ? found.rows.filter(condition).length : found.rows.length
}
