import { without } from './entities.ts'
import type { Service } from './entities.ts'
import { deliveryService } from './delivery-entities.ts'
import { portalInvoiceService, sampleInvoiceService } from './invoice-entities.ts'
import { customerService, materialService } from './master-data-entities.ts'
import { salesOrderService } from './sales-order-entities.ts'

/** What differs from tenant to tenant: which services were imported, which fields they show, which habits they have. */
export type Profile = {
  services: ReadonlyMap<string, Service>
  hasOpenItems: boolean
  hasOutput: boolean
  /** Expanded lists come as {results:[…]} instead of a plain array. */
  wrapsLists: boolean
  /** Moments come as /Date(ms+0000)/. */
  writesOffsets: boolean
  /** Amounts of reports come as "1.770,00 USD". */
  writesCommas: boolean
  /** Rows of an answer without $top. */
  pageCap: number
  limits: Limits
}

export type Limits = { concurrent: number | null; perMinute: number | null }

/**
 * Words, separated by commas: `full` (all there is), `sample` (only what the published samples show: no key-user fields, no bill-to and
 * payer, no portalinvoice), `without:khsalesorder/SalesOrder/ShipVia_KUT` (also a whole service, `openitems` or `output`),
 * `wrapped-lists`, `date-offsets`, `comma-amounts`, `page-cap:100`, `concurrent:3`, `per-minute:120`.
 */
export const profileOf = (text: string): Profile =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
    .reduce(withWord, full)

const full: Profile = {
  services: new Map(
    [
      salesOrderService,
      deliveryService,
      sampleInvoiceService,
      portalInvoiceService,
      customerService,
      materialService,
    ].map((service) => [service.name, service]),
  ),
  hasOpenItems: true,
  hasOutput: true,
  wrapsLists: false,
  writesOffsets: false,
  writesCommas: false,
  pageCap: Number.POSITIVE_INFINITY,
  limits: { concurrent: null, perMinute: null },
}

const notInSamples = [
  ...[
    'PurchaseOrder_KUT',
    'ShipVia_KUT',
    'FedExAccount_KUT',
    'TrackingNumber_KUT',
    'PaidOn_KUT',
    'BillToParty',
    'PayerParty',
  ].map((name) => `khsalesorder/SalesOrder/${name}`),
  'khsalesorder/Item/SubstituteFor_KUT',
  ...['CreditLimitcontent_KUT', 'CreditLeftcontent_KUT', 'CreditLimitcurrencyCode_KUT'].map(
    (name) => `khcustomer/Customer/${name}`,
  ),
  ...['LastChangeDateTime', 'TrackingNumber_KUT', 'ShipVia_KUT'].map(
    (name) => `khoutbounddelivery/OutboundDelivery/${name}`,
  ),
  'portalinvoice',
]

const withWord = (profile: Profile, word: string): Profile => {
  const [key = '', value = ''] = word.split(/:(.*)/s)
  const number = () => {
    if (!/^[1-9]\d*$/.test(value)) throw new Error(`ERP_SIMULATOR_PROFILE: ${word} needs a number above zero`)
    return Number(value)
  }
  switch (key) {
    case 'full':
      return profile
    case 'sample':
      return notInSamples.reduce(withoutPart, profile)
    case 'without':
      return withoutPart(profile, value)
    case 'wrapped-lists':
      return { ...profile, wrapsLists: true }
    case 'date-offsets':
      return { ...profile, writesOffsets: true }
    case 'comma-amounts':
      return { ...profile, writesCommas: true }
    case 'page-cap':
      return { ...profile, pageCap: number() }
    case 'concurrent':
      return { ...profile, limits: { ...profile.limits, concurrent: number() } }
    case 'per-minute':
      return { ...profile, limits: { ...profile.limits, perMinute: number() } }
    default:
      throw new Error(`ERP_SIMULATOR_PROFILE: unknown word ${word}`)
  }
}

const withoutPart = (profile: Profile, path: string): Profile => {
  if (path === 'openitems') return { ...profile, hasOpenItems: false }
  if (path === 'output') return { ...profile, hasOutput: false }
  const [serviceName = '', entityName, part] = path.split('/')
  const services = new Map(profile.services)
  const service = services.get(serviceName)
  const entity = entityName ? service?.entities.get(entityName) : undefined
  if (!service || (entityName && !(entity && part))) throw new Error(`ERP_SIMULATOR_PROFILE: nothing is called ${path}`)
  if (!entity || !part) services.delete(serviceName)
  else
    services.set(serviceName, {
      ...service,
      entities: new Map(service.entities).set(entity.name, without(entity, part)),
    })
  return { ...profile, services }
}
