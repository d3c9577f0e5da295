import { isOwnOrder, recordOwner, visibleOwner } from '#customers/business/own-records.ts'
import type { Config } from '#platform/config.ts'
import { compareWithOrder } from '../invoices/compare-order.ts'
import type { Db, Row, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { hasReservedInvoice } from './reserve-invoices.ts'
import { browserScripts } from './provider-hosts.ts'
import type { PaymentMethod } from '#ordering-rules/methods/method-shapes.ts'
import { openMethods, refuseUnlessOpen } from '#ordering-rules/methods/open-methods.ts'
import { notFound } from '#platform/http/refusal.ts'
import { toDollars } from '#shared/money.ts'
import { onlineProviders, type OrderPayments, type PaymentDetail } from './contract.ts'

const columns = [
  'id',
  'erp_reference',
  'total_price',
  'is_paid',
  'paid_at',
  'is_cancelled',
  'deleted_at',
  'payment_method',
  'business_id',
  'erp_state',
] as const

export type PayableOrder = Pick<Row<'sales_order'>, (typeof columns)[number]>

/** Returns an order that the caller can pay: their own, or any for admins. Everything else counts as not found. */
export const findPayableOrder = async (db: Db | Tx, caller: Caller, id: string): Promise<PayableOrder> => {
  const order = await visibleOrder(db, caller, id)
  // A canceled order can be viewed but never paid.
  if (order.deleted_at !== null) throw notFound('Order')
  return order
}

const visibleOrder = async (
  db: Db | Tx,
  caller: Caller,
  id: string,
  whose = recordOwner(caller),
): Promise<PayableOrder> => {
  let query = db.selectFrom('sales_order').select(columns).where('id', '=', id)
  if (!caller.isAdmin) query = query.where(isOwnOrder(whose))
  const order = await query.executeTakeFirstOrThrow(() => notFound('Order'))
  return order
}

/** Locks the order's row. Every change of its payments locks the order first. */
export const lockOrder = (tx: Tx, id: string): Promise<PayableOrder> =>
  tx.selectFrom('sales_order').select(columns).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()

/** The payment that is being captured for an order. */
export const capturingPayment = (tx: Tx, orderId: string): Promise<Pick<Row<'payment'>, 'id'> | undefined> =>
  tx.selectFrom('payment').select('id').where('order_id', '=', orderId).where('state', '=', 'taking').executeTakeFirst()

export const paymentById = (db: Db | Tx, id: string): Promise<Row<'payment'> | undefined> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirst()

const isUnpaid = (order: PayableOrder): boolean =>
  !order.is_paid && !order.is_cancelled && order.erp_state !== 'held' && order.deleted_at === null

/** The order or the settings must allow online payment, and something must be owed. */
export const isPayableOnline = (order: PayableOrder, { PAY_INVOICES_ONLINE }: Config): boolean =>
  isUnpaid(order) &&
  order.total_price > 0 &&
  (PAY_INVOICES_ONLINE || ['PayPal', 'Stripe'].includes(order.payment_method))

export const paymentsOf = async (db: Db, config: Config, caller: Caller, id: string): Promise<OrderPayments> => {
  const order = await visibleOrder(db, caller, id, visibleOwner(caller))
  const isOnlyRead = caller.isSalesRep && !caller.isAdmin && caller.orderingFor !== null
  const invoiced = await compareWithOrder(db, id)
  const isHeld = await hasReservedInvoice(db, id)
  const rows = await db
    .selectFrom('payment')
    .selectAll()
    .where('order_id', '=', id)
    .where('state', 'in', ['taking', 'paid', 'surplus'])
    .orderBy('id')
    .limit(50)
    .execute()
  return {
    offered:
      isPayableOnline(order, config) && !invoiced.isSettled && !isHeld && !isOnlyRead
        ? await providersFor(db, config, order.business_id)
        : [],
    ...widgetsOf(config),
    canMarkPaid: caller.isAdmin && isUnpaid(order),
    facts: rows.map((row) => toPaymentDetail(row, caller)),
    ledger: invoiced.isSettled ? 'settled' : order.is_paid ? 'onItsWay' : 'open',
    priceDifference: invoiced.priceDifference,
  }
}

/** The configured providers that a business may use. */
export const providersFor = async (db: Db, config: Config, businessId: string | null) => {
  const { payment } = await openMethods(db, { businessId })
  return providersOn(config).filter((name) => payment.includes(methodOf[name]))
}

const methodOf: Record<(typeof onlineProviders)[number], PaymentMethod> = { stripe: 'Stripe', paypal: 'PayPal' }

export const refuseClosedProvider = async (
  tx: Tx,
  provider: (typeof onlineProviders)[number],
  businessId: string | null,
): Promise<void> => refuseUnlessOpen(await openMethods(tx, { businessId }), { payment: methodOf[provider] })

const providersOn = (config: Config) => {
  const isOn = { stripe: config.STRIPE_SECRET_KEY !== '', paypal: config.PAYPAL_CLIENT_ID !== '' }
  return onlineProviders.filter((name) => isOn[name])
}

/** What the browser needs to show the providers' forms. */
export const widgetsOf = (config: Config) => ({
  isTest: isTest(config),
  scripts: browserScripts(config),
  payPal: { merchantId: config.PAYPAL_MERCHANT_ID, isSandbox: /sandbox/.test(config.PAYPAL_API_BASE) },
})

const isTest = (config: Config): boolean =>
  config.STRIPE_PUBLISHABLE_KEY.startsWith('pk_test_') ||
  /sandbox/.test(config.PAYPAL_API_BASE) ||
  Object.values(browserScripts(config)).some(Boolean)

export const toPaymentDetail = (row: Row<'payment'>, caller: Caller): PaymentDetail => ({
  _id: row.id,
  provider: row.provider,
  state: row.state === 'paid' || row.state === 'surplus' ? row.state : 'taking',
  amount: toDollars(Number(row.cents)),
  refunded: toDollars(Number(row.refunded_cents)),
  dispute: row.dispute,
  // Notes by admins are only for admins.
  note: caller.isAdmin ? row.note : '',
  settledAt: row.settled_at?.toISOString() ?? null,
})
