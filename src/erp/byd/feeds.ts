import type { Config } from '#platform/config.ts'
import {
  type Cursor,
  type Erp,
  ErpError,
  type ErpInvoice,
  type ErpOrder,
  type FeedOrder,
  type Page,
} from '../gateway/erp.ts'
import { keysetPages, type Parsed } from './keyset.ts'
import { type Fields, salesOrderSet } from './mapping.ts'
import { type Model, readMetadata, selection } from './metadata.ts'
import { childOf, field, quote, rowsOf } from './odata.ts'
import { outputFolder, readInvoicePdf } from './output.ts'
import { accountPaths, readAddresses } from './read-addresses.ts'
import { invoicePaths, readInvoice } from './read-invoices.ts'
import { readOpenItems } from './read-open-items.ts'
import { orderPaths, readOrder } from './read-orders.ts'
import { customService, type ErpSession } from './session.ts'

interface Connection {
  session: ErpSession
  config: Pick<Config, 'ERP_ORDER_SERVICE' | 'ERP_INVOICE_SERVICE' | 'ERP_CUSTOMER_SERVICE' | 'ERP_OPEN_ITEMS'>
  fields: Fields
  pageSize?: number | undefined
}

export type Feeds = Pick<
  Erp,
  'orders' | 'ordersByNumber' | 'invoices' | 'invoice' | 'invoicePdf' | 'addresses' | 'openItems'
>

const invoiceSet = 'CustomerInvoiceCollection'
const customerSet = 'CustomerCollection'
const maxIdsPerFilter = 50

/** The portal's reads from the tenant, each through its own service. */
export const connectFeeds = (connection: Connection): Feeds => {
  const { session, config, fields } = connection
  const customers = openService(session, config.ERP_CUSTOMER_SERVICE)
  return {
    ...orderFeeds(connection),
    ...invoiceFeeds(connection),

    addresses: async function* (accountIds, signal) {
      const query = selection(await customers.model(signal), 'Customer', accountPaths(fields))
      for (const some of inParts(accountIds)) {
        const $filter = some.map((account) => `InternalID eq ${quote(account)}`).join(' or ')
        const body = await customers.session.read(customerSet, { $filter, $top: '200', ...query }, signal)
        yield rowsOf(body).flatMap((row) => readAddresses(childOf(row), fields) ?? [])
      }
    },

    openItems: async (signal) => {
      if (!config.ERP_OPEN_ITEMS) return null
      const [service = '', report = ''] = config.ERP_OPEN_ITEMS.split('/')
      return readOpenItems(session.at(`sap/byd/odata/${service}/`, 'feeding'), report, signal)
    },
  }
}

const usualPageSize = 200

const orderFeeds = ({
  session,
  config,
  fields,
  pageSize = usualPageSize,
}: Connection): Pick<Erp, 'orders' | 'ordersByNumber'> => {
  const orders = openService(session, config.ERP_ORDER_SERVICE)
  const orderRow = (row: unknown): Parsed<ErpOrder> => readOrder(row, fields)
  return {
    orders: async function* (from: Cursor | null, by: FeedOrder, signal): AsyncGenerator<Page<ErpOrder>> {
      const model = await orders.model(signal)
      const moment = momentOf(model, 'SalesOrder', by, config.ERP_ORDER_SERVICE)
      const query = selection(model, 'SalesOrder', orderPaths(fields))
      const read = (page: Record<string, string>) => orders.session.read(salesOrderSet, { ...page, ...query }, signal)
      yield* keysetPages({ read, moment, parse: orderRow, pageSize }, from)
    },

    ordersByNumber: async (numbers, signal) => {
      const query = selection(await orders.model(signal), 'SalesOrder', orderPaths(fields))
      const found: Parsed<ErpOrder>[] = []
      for (const some of inParts(numbers)) {
        const $filter = some.map((number) => `ID eq ${quote(number)}`).join(' or ')
        const body = await orders.session.read(salesOrderSet, { $filter, $top: '200', ...query }, signal)
        found.push(...rowsOf(body).map(orderRow))
      }
      return {
        rows: found.flatMap((one) => ('row' in one ? [one.row] : [])),
        refused: found.flatMap((one) => ('refusal' in one ? [one.refusal] : [])),
      }
    },
  }
}

const invoiceFeeds = ({
  session,
  config,
  fields,
  pageSize = usualPageSize,
}: Connection): Pick<Erp, 'invoices' | 'invoice' | 'invoicePdf'> => {
  const invoices = openService(session, config.ERP_INVOICE_SERVICE)

  const findInvoice = async (number: string, signal: AbortSignal | undefined): Promise<unknown> => {
    const query = selection(await invoices.model(signal), 'CustomerInvoice', invoicePaths(fields))
    const body = await invoices.session.read(
      invoiceSet,
      { $filter: `ID eq ${quote(number)}`, $top: '2', ...query },
      signal,
    )
    return rowsOf(body).find((row) => field(row, 'ID') === number) ?? null
  }

  return {
    invoices: async function* (from: Cursor | null, by: FeedOrder, signal): AsyncGenerator<Page<ErpInvoice>> {
      const model = await invoices.model(signal)
      const moment = momentOf(model, 'CustomerInvoice', by, config.ERP_INVOICE_SERVICE)
      const query = selection(model, 'CustomerInvoice', invoicePaths(fields))
      const parse = (row: unknown) => readInvoice(row, fields, moment)
      const read = (page: Record<string, string>) => invoices.session.read(invoiceSet, { ...page, ...query }, signal)
      if (by === 'change' && moment === creation) {
        // Without a change timestamp, invoices that can still change are read again.
        const $filter = `ReleaseStatusCode eq '1'`
        const again = {
          read: (page: Record<string, string>) => read({ ...page, $filter: `${page['$filter']} and ${$filter}` }),
          moment,
          parse,
          pageSize,
        }
        for await (const page of keysetPages(again, null))
          yield { ...page, cursor: from ?? { at: new Date(0), after: null }, isLast: false }
      }
      yield* keysetPages({ read, moment, parse, pageSize }, from)
    },

    invoice: async (number, signal) => {
      const row = await findInvoice(number, signal)
      const moment = momentOf(await invoices.model(signal), 'CustomerInvoice', 'change', config.ERP_INVOICE_SERVICE)
      const parsed = readInvoice(row, fields, moment)
      return 'row' in parsed ? parsed.row : null
    },

    invoicePdf: async (number, signal) => {
      const objectId = field(await findInvoice(number, signal), 'ObjectID')
      if (typeof objectId !== 'string') return null
      return readInvoicePdf(session.at(`${outputFolder}`, 'feeding'), uuidOf(objectId), signal)
    },
  }
}

const inParts = (ids: readonly string[]): string[][] => {
  const usable = ids.filter((id) => !id.includes('*') && id.length <= 60)
  return Array.from({ length: Math.ceil(usable.length / maxIdsPerFilter) }, (_, part) =>
    usable.slice(part * maxIdsPerFilter, (part + 1) * maxIdsPerFilter),
  )
}

interface Service {
  session: ErpSession
  model: (signal: AbortSignal | undefined) => Promise<Model>
}

const oneHour = 3_600_000

/** A service and its metadata, cached for a while because tenants can add fields at any time. */
const openService = (session: ErpSession, name: string): Service => {
  const own = session.at(customService(name), 'feeding')
  let known: { model: Model; until: number } | null = null
  return {
    session: own,
    model: async (signal) => {
      if (!name) throw new ErpError('not-sent', 'This part of the ERP is turned off in the settings.')
      if (known && known.until > Date.now()) return known.model
      const model = readMetadata(await own.readText('$metadata', signal))
      if (model.size === 0)
        throw new ErpError('not-sent', `The ERP’s service ${name} does not describe itself.`, { needsOperator: true })
      known = { model, until: Date.now() + oneHour }
      return model
    },
  }
}

const change = 'LastChangeDateTime'
const creation = 'CreationDateTime'

/** The field that orders the feed; invoices without a change timestamp are paged by creation. */
const momentOf = (model: Model, entity: string, by: FeedOrder, service: string): string => {
  const has = (name: string) => model.get(entity)?.properties.has(name)
  const wanted = by === 'change' ? change : creation
  if (has(wanted)) return wanted
  if (entity === 'CustomerInvoice' && has(creation)) return creation
  throw new ErpError(
    'not-sent',
    `The ERP’s service ${service} has no field ${wanted} on ${entity}: add it to the service.`,
    {
      needsOperator: true,
    },
  )
}

/** The key is the node's UUID in uppercase without dashes. */
const uuidOf = (objectId: string): string =>
  objectId.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
