import type { Entity, Service } from './entities.ts'
import { badRequest } from './odata-error.ts'
import { comparable, findField, parseFilter } from './odata-filter.ts'
import type { Condition } from './odata-filter.ts'
import { entityOf } from './rows.ts'
import type { Row } from './rows.ts'

type Options = {
  condition: Condition | null
  compare: ((left: Row, right: Row) => number) | null
  top: number | null
  skip: number
  counts: boolean
  expand: Branch
  select: Branch | null
}

/** Paths such as Item/ItemProduct as a tree. */
export type Branch = ReadonlyMap<string, Branch>

const known = new Set([
  '$filter',
  '$select',
  '$expand',
  '$orderby',
  '$top',
  '$skip',
  '$inlinecount',
  '$format',
  '$search',
])

export const readOptions = (service: Service, entity: Entity, query: URLSearchParams): Options => {
  for (const name of query.keys()) {
    if (name.startsWith('$') && !known.has(name)) throw badRequest(`System query option '${name}' is not supported`)
  }
  const filter = query.get('$filter')
  const order = query.get('$orderby')
  const select = query.get('$select')
  const conditions = [
    ...(filter ? [parseFilter(service, entity, filter)] : []),
    ...(query.get('$search') ? [searchFor(service, entity, query.get('$search') ?? '')] : []),
  ]
  const expand = treeOf(query.get('$expand') ?? '')
  checkExpand(service, entity, expand)
  const selected = select ? treeOf(select) : null
  if (selected) checkSelect(service, entity, selected)
  return {
    condition: conditions.length > 0 ? (row) => conditions.every((condition) => condition(row)) : null,
    compare: order ? orderBy(service, entity, order) : null,
    top: wholeNumber(query, '$top'),
    skip: wholeNumber(query, '$skip') ?? 0,
    counts: query.get('$inlinecount') === 'allpages',
    expand,
    select: selected,
  }
}

const wholeNumber = (query: URLSearchParams, name: string) => {
  const text = query.get(name)
  if (text === null) return null
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`Invalid value for ${name}`)
  return Number(text)
}

const treeOf = (text: string): Branch => {
  const root = new Map<string, Map<string, unknown>>()
  for (const path of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    let place = root as Map<string, unknown>
    for (const step of path.split('/')) {
      if (!place.has(step)) place.set(step, new Map())
      place = place.get(step) as Map<string, unknown> // set one line above
    }
  }
  return root as unknown as Branch // a map of maps all the way down, built above
}

const checkExpand = (service: Service, entity: Entity, branch: Branch) => {
  for (const [name, rest] of branch) {
    const navigation = entity.navigations.get(name)
    if (!navigation) throw badRequest(`Navigation property '${name}' does not exist in '${entity.name}'`)
    checkExpand(service, entityOf(service, navigation.to), rest)
  }
}

const checkSelect = (service: Service, entity: Entity, branch: Branch) => {
  for (const [name, rest] of branch) {
    const navigation = entity.navigations.get(name)
    if (navigation) checkSelect(service, entityOf(service, navigation.to), rest)
    else if (name !== '*' && !entity.properties.has(name))
      throw badRequest(`Property '${name}' does not exist in '${entity.name}'`)
  }
}

const orderBy = (service: Service, entity: Entity, text: string) => {
  const keys = text.split(',').map((part) => {
    const [path = '', direction = 'asc', ...rest] = part.trim().split(/\s+/)
    if (rest.length > 0 || !['asc', 'desc'].includes(direction))
      throw badRequest(`Syntax error in $orderby: '${part.trim()}'`)
    return { field: findField(service, entity, path), sign: direction === 'desc' ? -1 : 1 }
  })
  return (left: Row, right: Row) => {
    for (const { field, sign } of keys) {
      const a = comparable(field.property, field.read(left))
      const b = comparable(field.property, field.read(right))
      if (a !== b) return a < b ? -sign : sign
    }
    return 0
  }
}

const searchable = ['ID', 'InternalID', 'ExternalReference', 'Name', 'Description', 'BusinessPartnerFormattedName']

const searchFor = (service: Service, entity: Entity, text: string): Condition => {
  const literal = `'${text.replaceAll("'", "''")}'`
  const conditions = searchable
    .filter((name) => entity.properties.has(name))
    .map((name) => parseFilter(service, entity, `${name} eq ${literal}`))
  return (row) => conditions.some((condition) => condition(row))
}
