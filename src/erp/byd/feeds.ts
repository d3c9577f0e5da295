import type { Config } from '#platform/config.ts'
import { type Cursor, type Erp, ErpError, type FeedOrder, type Page } from '../gateway/erp.ts'
import { keysetPages, type Parsed } from './keyset.ts'
import type { Fields } from './mapping.ts'
import { type Model, readMetadata, selection } from './metadata.ts'
import { field, quote, rowsOf } from './odata.ts'
import { outputFolder, readInvoicePdf } from './output.ts'
import { accountPaths, readAddresses } from './read-addresses.ts'
import { deliveryPaths, readDelivery } from './read-deliveries.ts'
import { invoicePaths, readInvoice } from './read-invoices.ts'
import { readOpenItems } from './read-open-items.ts'
import { orderPaths, readOrder } from './read-orders.ts'
import { customService, type ErpSession } from './session.ts'

interface Connection {
  session: ErpSession
  config: Pick<
    Config,
    'ERP_ORDER_SERVICE' | 'ERP_DELIVERY_SERVICE' | 'ERP_INVOICE_SERVICE' | 'ERP_CUSTOMER_SERVICE' | 'ERP_OPEN_ITEMS'
  >
  fields: Fields
  pageSize?: number | undefined
}

type Feeds = Pick<
  Erp,
  'orders' | 'ordersByNumber' | 'deliveries' | 'invoices' | 'invoice' | 'invoicePdf' | 'addresses' | 'openItems'
>

const usualPageSize = 200

/** The portal's reads from the tenant, each through its own service. */
export const connectFeeds = ({ session, config, fields, pageSize = usualPageSize }: Connection): Feeds => {
  const orders = openService(session, config.ERP_ORDER_SERVICE, 'SalesOrder', orderPaths(fields))
  const deliveries = openService(session, config.ERP_DELIVERY_SERVICE, 'OutboundDelivery', deliveryPaths(fields))
  const invoices = openService(session, config.ERP_INVOICE_SERVICE, 'CustomerInvoice', invoicePaths(fields))
  const customers = openService(session, config.ERP_CUSTOMER_SERVICE, 'Customer', accountPaths(fields))

  const findInvoice = async (number: string, signal: AbortSignal | undefined): Promise<unknown> => {
    const body = await invoices.read({ $filter: `ID eq ${quote(number)}`, $top: '2' }, signal)
    return rowsOf(body).find((row) => field(row, 'ID') === number) ?? null
  }

  return {
    orders: async function* (from, by, signal) {
      const moment = await orders.momentOf(by, signal)
      const read = (page: Record<string, string>) => orders.read(page, signal)
      yield* keysetPages({ read, moment, parse: (row) => readOrder(row, fields), pageSize }, from)
    },

    ordersByNumber: async (numbers, signal) => {
      const found = (await Array.fromAsync(rowsWithIds(orders, 'ID', numbers, signal)))
        .flat()
        .map((row) => readOrder(row, fields))
      return {
        rows: found.flatMap((one) => ('row' in one ? [one.row] : [])),
        refused: found.flatMap((one) => ('refusal' in one ? [one.refusal] : [])),
      }
    },

    deliveries: (from, by, signal) =>
      documentPages(
        { service: deliveries, parse: (row, moment) => readDelivery(row, fields, moment), pageSize },
        {
          from,
          by,
          signal,
        },
      ),

    invoices: (from, by, signal) =>
      documentPages(
        { service: invoices, parse: (row, moment) => readInvoice(row, fields, moment), pageSize },
        {
          from,
          by,
          signal,
        },
      ),

    invoice: async (number, signal) => {
      const row = await findInvoice(number, signal)
      const parsed = readInvoice(row, fields, await invoices.momentOf('change', signal))
      return 'row' in parsed ? parsed.row : null
    },

    invoicePdf: async (number, signal) => {
      const objectId = field(await findInvoice(number, signal), 'ObjectID')
      if (typeof objectId !== 'string') return null
      return readInvoicePdf(session.at(outputFolder, 'feeding'), uuidOf(objectId), signal)
    },

    addresses: async function* (accountIds, signal) {
      for await (const rows of rowsWithIds(customers, 'InternalID', accountIds, signal))
        yield rows.flatMap((row) => readAddresses(row, fields) ?? [])
    },

    openItems: async (signal) => {
      if (!config.ERP_OPEN_ITEMS) return null
      const [service = '', report = ''] = config.ERP_OPEN_ITEMS.split('/')
      return readOpenItems(session.at(`sap/byd/odata/${service}/`, 'feeding'), report, signal)
    },
  }
}

type Service = ReturnType<typeof openService>

interface Documents<T> {
  service: Service
  parse: (row: unknown, moment: string) => Parsed<T>
  pageSize: number
}

/** Documents that are released once; those services may lack a change timestamp. */
const documentPages = async function* <T>(
  { service, parse, pageSize }: Documents<T>,
  { from, by, signal }: { from: Cursor | null; by: FeedOrder; signal: AbortSignal | undefined },
): AsyncGenerator<Page<T>> {
  const moment = await service.momentOf(by, signal)
  const read = (page: Record<string, string>) => service.read(page, signal)
  const feed = { read, moment, parse: (row: unknown) => parse(row, moment), pageSize }
  if (by === 'change' && moment === creation) {
    // Without a change timestamp, documents that can still change are read again.
    const unreleased = (page: Record<string, string>) =>
      read({ ...page, $filter: `${page['$filter']} and ReleaseStatusCode eq '1'` })
    for await (const page of keysetPages({ ...feed, read: unreleased }, null))
      yield { ...page, cursor: from ?? { at: new Date(0), after: null }, isLast: false }
  }
  yield* keysetPages(feed, from)
}

const maxIdsPerFilter = 50

/** The rows with these ids, in several requests. */
const rowsWithIds = async function* (
  service: Service,
  name: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown[]> {
  const usable = ids.filter((id) => !id.includes('*') && id.length <= 60)
  for (let start = 0; start < usable.length; start += maxIdsPerFilter) {
    const some = usable.slice(start, start + maxIdsPerFilter)
    const $filter = some.map((id) => `${name} eq ${quote(id)}`).join(' or ')
    yield rowsOf(await service.read({ $filter, $top: '200' }, signal))
  }
}

const oneHour = 3_600_000
const creation = 'CreationDateTime'

/** The rows of one entity. The metadata is cached for a while because tenants can add fields at any time. */
const openService = (session: ErpSession, name: string, entity: string, paths: readonly string[]) => {
  const own = session.at(customService(name), 'feeding')
  let known: { model: Model; until: number } | null = null

  const modelNow = async (signal: AbortSignal | undefined): Promise<Model> => {
    if (!name) throw new ErpError('not-sent', 'This part of the ERP is turned off in the settings.')
    if (known && known.until > Date.now()) return known.model
    const model = readMetadata(await own.readText('$metadata', signal))
    if (model.size === 0)
      throw new ErpError('not-sent', `The ERP’s service ${name} does not describe itself.`, { needsOperator: true })
    known = { model, until: Date.now() + oneHour }
    return model
  }

  return {
    read: async (query: Record<string, string>, signal: AbortSignal | undefined): Promise<unknown> =>
      own.read(`${entity}Collection`, { ...query, ...selection(await modelNow(signal), entity, paths) }, signal),

    /** The field that orders the feed; invoices without a change timestamp are paged by creation, like deliveries. */
    momentOf: async (by: FeedOrder, signal: AbortSignal | undefined): Promise<string> => {
      const properties = (await modelNow(signal)).get(entity)?.properties
      const wanted = by === 'change' ? 'LastChangeDateTime' : creation
      if (properties?.has(wanted)) return wanted
      if (entity !== 'SalesOrder' && properties?.has(creation)) return creation
      throw new ErpError(
        'not-sent',
        `The ERP’s service ${name} has no field ${wanted} on ${entity}: add it to the service.`,
        { needsOperator: true },
      )
    },
  }
}

/** The key is the node's UUID in uppercase without dashes. */
const uuidOf = (objectId: string): string =>
  objectId.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
