import type { Invoice, Order } from './books.ts'
import type { Chance } from './chance.ts'
import type { Entity, Service } from './entities.ts'
import { putInvoice } from './invoices.ts'
import { ODataError, badRequest, notFound } from './odata-error.ts'
import { readPayload } from './odata-payload.ts'
import { find, read } from './odata-read.ts'
import type { Found, Tenant } from './odata-read.ts'
import { render } from './odata-render.ts'
import type { Rendered } from './odata-render.ts'
import { rootOf, rowsOf } from './rows.ts'
import type { Row } from './rows.ts'
import { actOnOrder, addToOrder, cancelItem, changeOrder, deleteOrder } from './sales-order-changes.ts'
import { createOrder } from './sales-orders.ts'
import type { Change } from './store.ts'

export type Writer = Tenant & { chance: Chance; now: () => number; commit: (changes: readonly Change[]) => void }

/** Creates a sales order with everything below it, or one node below an existing order. */
export const create = (tenant: Writer, service: Service, segments: readonly string[], body: unknown): Rendered => {
  const [entity, parent, navigation] = targetOf(tenant, service, segments, body)
  if (!entity.creatable) throw new ODataError(405, `Entity '${entity.name}' cannot be created`)
  const draft = readPayload(service, entity, body, 'create')
  if (entity.name === 'SalesOrder') {
    const { order, changes } = createOrder(tenant.books, draft, tenant.now())
    tenant.commit(changes)
    return render(tenant.profile, service, tenant.base, { entity, node: order, up: null })
  }
  if (!parent || !navigation || rootOf(parent).entity.name !== 'SalesOrder') {
    throw badRequest(`'${entity.name}' needs a ParentObjectID of an existing node`)
  }
  const order = rootOf(parent).node as Order // the root entity is SalesOrder
  const { changes, id } = addToOrder(tenant.books, order, parent.node.ObjectID, navigation, draft, tenant.now())
  tenant.commit(changes)
  return read(tenant, service, find(tenant.books, service, [`${entity.set}('${id}')`]), new URLSearchParams())
}

const targetOf = (
  tenant: Writer,
  service: Service,
  segments: readonly string[],
  body: unknown,
): [Entity, Row?, string?] => {
  if (segments.length > 1) {
    const parent = find(tenant.books, service, segments.slice(0, -1)).rows[0]
    const navigation = parent?.entity.navigations.get(segments.at(-1) ?? '')
    const entity = service.entities.get(navigation?.to ?? '')
    if (!parent || !entity || !navigation?.many) throw notFound(`Resource not found for segment '${segments.at(-1)}'`)
    return [entity, parent, navigation.name]
  }
  const { entity, isSingle } = find(tenant.books, service, segments)
  if (isSingle) throw new ODataError(405, 'POST needs a collection')
  const parentId =
    typeof body === 'object' && body !== null && 'ParentObjectID' in body ? body.ParentObjectID : undefined
  for (const owner of service.entities.values()) {
    const navigation = [...owner.navigations.values()].find(({ to, many }) => to === entity.name && many)
    const parent = navigation && rowsOf(tenant.books, service, owner).find(({ node }) => node.ObjectID === parentId)
    if (parent) return [entity, parent, navigation.name]
  }
  return [entity]
}

export const change = (tenant: Writer, service: Service, found: Found, body: unknown) => {
  const row = singleRow(found)
  if (!row.entity.updatable) throw new ODataError(405, `Entity '${row.entity.name}' cannot be changed`)
  const draft = readPayload(service, row.entity, body, 'update')
  const root = rootOf(row)
  if (root.entity.name === 'SalesOrder') {
    tenant.commit(changeOrder(tenant.books, root.node as Order, row.node.ObjectID, draft, tenant.now()))
  } else if (row === root && root.entity.name === 'CustomerInvoice') {
    tenant.commit([putInvoice({ ...(root.node as Invoice), ...draft, LastChangeDateTime: tenant.now() } as Invoice)])
  } else {
    throw new ODataError(405, `Changing '${row.entity.name}' is not imitated by this simulator`)
  }
}

export const remove = (tenant: Writer, found: Found) => {
  const row = singleRow(found)
  if (row.entity.name !== 'SalesOrder') throw new ODataError(405, `Entity '${row.entity.name}' cannot be deleted`)
  tenant.commit(deleteOrder(row.node as Order)) // the entity says so
}

export const act = (tenant: Writer, service: Service, action: string, query: URLSearchParams): Rendered => {
  const id = textParameter(query, 'ObjectID')
  const target = action === 'ItemCancel' ? 'Item' : service.root
  const shown = () => find(tenant.books, service, [`${target}Collection('${id}')`])
  const row = singleRow(shown())
  if (row.entity.name === 'Item') {
    tenant.commit(cancelItem(rootOf(row).node as Order, row.node, tenant.now())) // the action is of sales orders
  } else if (row.entity.name === 'SalesOrder') {
    tenant.commit(actOnOrder(tenant.books, action, row.node as Order, tenant.now(), tenant.chance))
  } else {
    const invoice = row.node as Invoice // the only other root with an action
    if (invoice.ReleaseStatusCode === '3') throw badRequest(`Action ${action} is not possible; action is disabled`)
    tenant.commit([putInvoice({ ...invoice, ReleaseStatusCode: '3', LastChangeDateTime: tenant.now() })])
  }
  return read(tenant, service, shown(), new URLSearchParams())
}

/** A query function such as SalesOrderQueryByElements: each parameter narrows by a field, `*` matching anything. */
export const query = (tenant: Tenant, service: Service, parameters: URLSearchParams): Rendered => {
  const found = find(tenant.books, service, [`${service.root}Collection`])
  const filters = [...parameters.keys()]
    .filter((name) => fieldOf[name])
    .map((name) => `${fieldOf[name]} eq '${textParameter(parameters, name).replaceAll("'", "''")}'`)
  const options = new URLSearchParams()
  if (filters.length > 0) options.set('$filter', filters.join(' and '))
  for (const [name, option] of [
    ['NumberOfRows', '$top'],
    ['StartRow', '$skip'],
  ] as const) {
    if (parameters.has(name)) options.set(option, textParameter(parameters, name))
  }
  const order = parameters.has(orderReference) ? textParameter(parameters, orderReference) : null
  const rows = order === null ? found.rows : found.rows.filter(({ node }) => refersTo(node as Invoice, order))
  return read(tenant, service, { ...found, rows }, options)
}

const orderReference = 'ItemBusinessTransactionDocumentReference_ID'

const fieldOf: Readonly<Record<string, string>> = {
  ID: 'ID',
  BuyerID: 'ExternalReference',
  Name: 'Name',
  PartyID: 'BuyerParty/PartyID',
  ReleaseStatusCode: 'ReleaseStatusCode',
  DataOriginTypeCode: 'DataOriginTypeCode',
}

const refersTo = (invoice: Invoice, order: string) =>
  invoice.Item.some((item) =>
    item.ItemBusinessTransactionDocumentReference.some((reference) => reference['ID'] === order),
  )

const textParameter = (query: URLSearchParams, name: string) => {
  const [, value] = /^'(.*)'$/s.exec(query.get(name) ?? '') ?? []
  if (value === undefined) throw badRequest(`Parameter ${name} must be a text in quotes`)
  return value.replaceAll("''", "'")
}

const singleRow = (found: Found): Row => {
  const [row] = found.rows
  if (!found.isSingle || !row) throw new ODataError(405, 'This needs the key of one entity')
  return row
}
