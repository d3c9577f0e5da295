import { mkdir, rename, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { DemoBusiness } from './businesses.ts'
import type { DemoInvoice, DemoOrder } from './history-shapes.ts'
import type { DemoProduct } from './products.ts'
import { shipTosOf } from './ship-tos.ts'

interface Books {
  products: readonly DemoProduct[]
  businesses: readonly DemoBusiness[]
  orders: readonly DemoOrder[]
  invoices: readonly DemoInvoice[]
}

const decimal = (cents: number): string => (cents / 100).toFixed(2)

/** Writes the simulator's initial data in its own format (simulators/erp/initial.ts). */
export const writeErpBooks = async (
  folder: string,
  { products, businesses, orders, invoices }: Books,
): Promise<void> => {
  const memos = creditMemoOf(invoices)
  const books = {
    accounts: businesses.map((business, at) => ({
      ...accountOf(business),
      // For one business in three the ERP reports no credit limit.
      ...(at % 3 !== 2 && {
        credit: creditOf(openOf(invoices, business.accountID) - creditedTo(memos, business.accountID)),
      }),
    })),
    materials: products.map((product) => ({
      id: product.ndcNumber,
      description: product.name,
      unit: product.unitOfMeasure.slice(0, 3) || 'EA',
      price: product.price.toFixed(2),
      cold: product.coldStatus !== '',
    })),
    orders: orders.filter(({ orderIdSap }) => orderIdSap !== '').map(orderOf),
    invoices: [...invoices.map(invoiceOf), ...memos],
  }
  await mkdir(folder, { recursive: true })
  const file = resolve(folder, 'initial.json')
  await writeFile(`${file}.new`, JSON.stringify(books))
  await rename(`${file}.new`, file)
}

const openOf = (invoices: readonly DemoInvoice[], account: string): number =>
  invoices
    .filter(({ buyerPartyID, status }) => buyerPartyID === account && status !== 'paid')
    .reduce((cents, { totalGrossCents }) => cents + totalGrossCents, 0)

const creditedTo = (memos: ReturnType<typeof creditMemoOf>, account: string): number =>
  memos
    .filter((memo) => memo.account === account)
    .reduce((cents, { open }) => cents + Math.round(Number(open) * 100), 0)

const tenThousands = 1_000_000

/** The open amount and some more. */
const creditOf = (open: number) => {
  const limit = (Math.ceil(open / tenThousands) + 1) * tenThousands
  return { limit: decimal(limit), left: decimal(limit - open), currency: 'USD' }
}

/** A credit for a part of the newest invoice. */
const creditMemoOf = (invoices: readonly DemoInvoice[]) => {
  const [newest] = invoices.toSorted((one, other) => Number(other.invoiceID) - Number(one.invoiceID))
  if (!newest) return []
  const credited = decimal(Math.round(newest.totalNetCents / 10))
  return [
    {
      id: String(Number(newest.invoiceID) + 1),
      order: newest.orderIdSap,
      account: newest.buyerPartyID,
      payer: newest.payerPartyID,
      date: '-1d',
      creditMemo: true,
      net: credited,
      open: credited,
    },
  ]
}

const accountOf = (business: DemoBusiness) => ({
  id: business.accountID,
  name: business.companyName,
  addresses: [
    addressOf(business, 'shipto', ['XXDEFAULT', 'SHIP_TO']),
    addressOf(business, 'billto', ['BILL_TO']),
    ...shipTosOf(business).map(({ name, uuid, street, city, state, zip }) => ({
      uuid,
      street,
      city,
      region: state,
      postalCode: zip,
      careOf: name,
      usages: ['SHIP_TO'],
    })),
  ],
  identifications: [
    { type: 'GLN', id: business.GLNNumber },
    { type: 'GLNLOC', id: business.GS1Number },
  ],
})

const addressOf = (business: DemoBusiness, block: 'shipto' | 'billto', usages: string[]) => ({
  street: business[`${block}_address1`],
  city: business[`${block}_city`],
  region: business[`${block}_state`],
  postalCode: business[`${block}_zip`],
  country: business[`${block}_country`],
  careOf: business[`${block}_name`].slice(0, 40),
  usages,
  defaultFor: usages,
})

const orderOf = (order: DemoOrder) => ({
  id: order.orderIdSap,
  account: order.accountID,
  ...(order.externalReference && { reference: order.externalReference }),
  status: order.orderStatusSap,
  ...(order.isCanceled && { cancelled: true }),
  created: order.createdAt,
  ...(order.purchaseOrder && { purchaseOrder: order.purchaseOrder }),
  shipVia: order.shippingMethod,
  ...(order.trackingCode && { tracking: order.trackingCode }),
  lines: order.orderItems.map(({ ndcNumber, quantity, priceCents }) => ({
    product: ndcNumber,
    quantity: String(quantity),
    price: decimal(priceCents),
  })),
})

const invoiceOf = (invoice: DemoInvoice) => ({
  id: invoice.invoiceID,
  order: invoice.orderIdSap,
  account: invoice.buyerPartyID,
  payer: invoice.payerPartyID,
  date: invoice.date,
  created: invoice.creationDateTime,
  released: invoice.releaseStatusCode === '3',
  ...(invoice.purchaseOrder && { purchaseOrder: invoice.purchaseOrder }),
  shipVia: invoice.shipVia,
  ...(invoice.trackingNumber && { tracking: invoice.trackingNumber }),
  ...(invoice.fedExAccount && { fedExAccount: invoice.fedExAccount }),
  net: decimal(invoice.totalNetCents),
  shipping: decimal(invoice.totalGrossCents - invoice.totalNetCents),
  currency: invoice.currencyCode,
  open: invoice.status === 'paid' ? '0' : decimal(invoice.totalGrossCents),
})
