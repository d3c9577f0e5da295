import { countersOf } from './books.ts'
import type { Books, Counters, Invoice, InvoiceItem, Order, Receivable } from './books.ts'
import type { Chance } from './chance.ts'
import { amountText, decimal, divide, multiply, quantityText } from './decimal.ts'
import type { Content } from './deliveries.ts'
import { adopt, objectId } from './nodes.ts'
import { quantityOf } from './prices.ts'
import { isLive } from './sales-orders.ts'
import type { Change } from './store.ts'

const day = 24 * 60 * 60 * 1000
const startOfDay = (moment: number) => moment - (moment % day)

/** What the simulator calls the type of a credit memo; see the README on how sure that is. */
export const creditMemo = 'CCM'

type InvoiceFacts = {
  id: string
  order: string
  account: string
  payer: string
  date: number
  created: number
  changed: number
  released: boolean
  cancellation: boolean
  cancels: string
  creditMemo: boolean
  purchaseOrder: string
  shipVia: string
  tracking: string
  fedExAccount: string
  net: string
  shipping: string
  currency: string
  items: Order['Item']
}

/** Invoices what is left of a completed order and opens the receivable. */
export const invoiceOrder = (books: Books, counters: Counters, order: Order, now: number, chance: Chance): Change[] =>
  invoiceContents(books, counters, order, unbilledContents(books, order), now, chance)

/** What no invoice of the order contains yet. */
export const unbilledContents = (books: Books, order: Order): Content[] => {
  const billed = [...books.invoices.values()]
    .filter((invoice) => invoice.ProcessingTypeCode !== creditMemo && !invoice.CancellationDocumentIndicator)
    .flatMap(({ Item }) => Item)
  const billedOf = (id: string) =>
    billed
      .filter(({ ItemBusinessTransactionDocumentReference: references }) =>
        references.some((one) => one['ID'] === order.ID && one['ItemID'] === id && one['TypeCode'] === '114'),
      )
      .reduce((sum, { Quantity }) => sum + decimal(Quantity), 0n)
  return order.Item.filter(isLive)
    .map((item) => ({ item, quantity: quantityOf(item) - billedOf(item.ID) }))
    .filter(({ quantity }) => quantity > 0n)
}

/** One invoice for a part of an order; the first one has the shipping charge. */
export const invoiceContents = (
  books: Books,
  counters: Counters,
  order: Order,
  contents: readonly Content[],
  now: number,
  chance: Chance,
): Change[] => {
  if (contents.length === 0) return []
  const id = String(counters.invoice)
  counters.invoice += 1
  const items = contents.map(billedItem)
  const isFirst = ![...books.invoices.values()].some(({ Item }) =>
    Item.some((item) => item.ItemBusinessTransactionDocumentReference.some((one) => one['ID'] === order.ID)),
  )
  const invoice = newInvoice({
    id,
    order: order.ID,
    account: order.BuyerParty.PartyID,
    payer: order.PayerParty.PartyID,
    date: now,
    created: now,
    changed: now,
    released: true,
    cancellation: false,
    cancels: '',
    creditMemo: false,
    purchaseOrder: order.PurchaseOrder_KUT,
    shipVia: order.ShipVia_KUT,
    tracking: order.TrackingNumber_KUT,
    fedExAccount: order.FedExAccount_KUT,
    net: amountText(items.reduce((sum, { NetAmount }) => sum + decimal(NetAmount), 0n)),
    shipping: isFirst ? shippingCharge(books, order, chance) : amountText(0n),
    currency: order.NetAmountCurrencyCode,
    items,
  })
  return [putInvoice(invoice), putReceivable(counters, invoice, invoice.TotalGrossAmount, now, chance)]
}

const billedItem = ({ item, quantity }: Content): Order['Item'][number] => {
  const [first] = item.ItemScheduleLine
  const all = quantityOf(item)
  if (!first || quantity === all) return item
  return {
    ...item,
    NetAmount: amountText(divide(multiply(decimal(item.NetAmount), quantity), all)),
    ItemScheduleLine: [{ ...first, Quantity: quantityText(quantity) }],
  }
}

export const putInvoice = (invoice: Invoice): Change => ['invoices', invoice.ObjectID, invoice]

/** Most customers pay within five weeks; none within four ticks. */
export const putReceivable = (
  counters: Counters,
  invoice: Invoice,
  open: string,
  now: number,
  chance: Chance,
): Change => {
  const delay = chance(invoice.ID, 'payment')
  const receivable: Receivable = {
    ObjectID: invoice.ObjectID,
    open,
    payAt: Math.round(now + (5 + delay * 30) * day),
    payAtTick: counters.ticks + 5 + Math.floor(delay * 35),
  }
  return ['receivables', invoice.ObjectID, receivable]
}

export const invoiceById = (books: Books, id: string) =>
  [...books.invoices.values()].find((invoice) => invoice.ID === id)

export const nextNumbers = (books: Books): Counters => ({ ...countersOf(books) })

export const newInvoice = (facts: InvoiceFacts): Invoice => {
  const root = objectId('CustomerInvoice', facts.id)
  const gross = amountText(decimal(facts.net) + decimal(facts.shipping))
  const date = startOfDay(facts.date)
  const currency = facts.currency
  const invoice: Invoice = {
    ObjectID: root,
    ID: facts.id,
    Date: date,
    CreationDateTime: facts.created,
    LastChangeDateTime: facts.changed,
    TypeCode: '28',
    ProcessingTypeCode: facts.creditMemo ? creditMemo : 'CI',
    ReleaseStatusCode: facts.released ? '3' : '1',
    ConsistencyStatusCode: '3',
    CancellationDocumentIndicator: facts.cancellation,
    TotalNetAmount: amountText(decimal(facts.net)),
    TotalNetAmountCurrencyCode: currency,
    TotalTaxAmount: amountText(0n),
    TotalTaxAmountCurrencyCode: currency,
    TotalGrossAmount: gross,
    TotalGrossAmountCurrencyCode: currency,
    ShippingChargeAmountcontent_KUT: amountText(decimal(facts.shipping)),
    PurchaseOrder_KUT: facts.purchaseOrder,
    ShipVia_KUT: facts.shipVia,
    TrackingNumber_KUT: facts.tracking,
    FedExAccount_KUT: facts.fedExAccount,
    BuyerParty: { ObjectID: '', PartyID: facts.account },
    PayerParty: { ObjectID: '', PartyID: facts.payer },
    InvolvedParty: [
      { ObjectID: '', PartyID: facts.account, RoleCode: '1001' },
      { ObjectID: '', PartyID: facts.payer, RoleCode: '1010' },
    ],
    CashDiscountTerms: {
      ObjectID: '',
      PaymentTermsCode: '1003',
      PaymentBaselineDate: date,
      FullPaymentEndDate: date + 30 * day,
    },
    Item: facts.items.map((item) => invoiceItem(item, facts, currency)),
  }
  adopt(invoice)
  return invoice
}

const invoiceItem = (item: Order['Item'][number], { order, cancels }: InvoiceFacts, currency: string): InvoiceItem => ({
  ObjectID: '',
  ID: item.ID,
  ProductID: item.ItemProduct.ProductID,
  Description: item.Description,
  ProcessingTypeCode: 'CIN',
  Quantity: item.ItemScheduleLine[0]?.Quantity ?? '0',
  QuantityUnitCode: item.ItemScheduleLine[0]?.unitCode ?? '',
  NetAmount: item.NetAmount,
  NetAmountCurrencyCode: currency,
  GrossAmount: item.NetAmount,
  GrossAmountCurrencyCode: currency,
  ItemBusinessTransactionDocumentReference: [
    ...(order ? [{ ObjectID: '', ID: order, ItemID: item.ID, TypeCode: '114' }] : []),
    ...(cancels ? [{ ObjectID: '', ID: cancels, ItemID: item.ID, TypeCode: '28' }] : []),
  ],
})

const shippingCharge = (books: Books, order: Order, chance: Chance) => {
  const isCold = order.Item.filter(isLive).some((item) => books.materials.get(item.ItemProduct.ProductID)?.$list.cold)
  const isOvernight = order.ShipVia_KUT.toUpperCase().includes('OVERNIGHT')
  if (!isCold && !isOvernight) return amountText(0n)
  return amountText(decimal(`${25 + Math.floor(chance(order.ID, 'shipping') * 8) * 5}`))
}
