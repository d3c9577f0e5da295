import type { Books, Shelf } from './books.ts'
import { codeText } from './codes.ts'
import type { Entity, Property, Service } from './entities.ts'
import { isNode } from './nodes.ts'
import type { Node, Value } from './nodes.ts'

/** A node as a service shows it, with the way back up. */
export type Row = { entity: Entity; node: Node; up: Row | null }

const shelves: Readonly<Record<string, Shelf>> = {
  SalesOrder: 'orders',
  CustomerInvoice: 'invoices',
  OutboundDelivery: 'deliveries',
  Customer: 'accounts',
  Material: 'materials',
}

const rootRows = (books: Books, service: Service): Row[] => {
  const entity = entityOf(service, service.root)
  const shelf = shelves[service.root]
  if (!shelf) return []
  return [...books[shelf].values()].map((node) => ({ entity, node: node as Node, up: null })) // these five shelves hold nodes
}

export const entityOf = (service: Service, name: string): Entity => {
  const entity = service.entities.get(name)
  if (!entity) throw new Error(`service ${service.name} has no entity ${name}`)
  return entity
}

/** Every row of an entity, found by walking down from the roots. */
export const rowsOf = (books: Books, service: Service, entity: Entity): Row[] => {
  const path = pathTo(service, service.root, entity.name)
  if (!path) return []
  return path.reduce((rows, step) => rows.flatMap((row) => follow(service, row, step)), rootRows(books, service))
}

const pathTo = (service: Service, from: string, to: string): string[] | null => {
  if (from === to) return []
  for (const navigation of entityOf(service, from).navigations.values()) {
    if (navigation.up) continue
    const rest = pathTo(service, navigation.to, to)
    if (rest) return [navigation.name, ...rest]
  }
  return null
}

/** The rows behind a navigation property; a to-one without a value gives none. */
export const follow = (service: Service, row: Row, name: string): Row[] => {
  const navigation = row.entity.navigations.get(name)
  if (!navigation) return []
  if (navigation.up) return row.up ? [row.up] : []
  const child = row.node[name]
  const nodes = Array.isArray(child) ? child : isNode(child) ? [child] : []
  const entity = entityOf(service, navigation.to)
  return nodes.map((node) => ({ entity, node, up: row }))
}

export const rootOf = (row: Row): Row => (row.up ? rootOf(row.up) : row)

export const valueOf = (row: Row, property: Property): Value => {
  let place: unknown = row.node
  for (const step of property.from) place = isNode(place) ? place[step] : undefined
  if (property.name.endsWith('Text') && property.codes) {
    const code = row.node[property.from.at(-1)?.replace(/Text$/, '') ?? '']
    return codeText(property.codes, code)
  }
  return typeof place === 'string' || typeof place === 'number' || typeof place === 'boolean' ? place : null
}
