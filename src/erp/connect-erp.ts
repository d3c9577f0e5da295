import type { Config } from '#platform/config.ts'
import { createByd } from './byd/byd.ts'
import { type Erp, ErpError } from './gateway/erp.ts'

/** The wholesaler's ERP, or a stub that reports it as not connected, so that orders wait. */
export const connectErp = (config: Config): Erp => (config.ERP_URL ? createByd(config) : notConnected)

const isMissing = () => new ErpError('not-sent', 'The ERP is not connected.')
const refuse = () => Promise.reject(isMissing())
const refuseFeed = () => ({
  [Symbol.asyncIterator]: () => ({ next: refuse }),
})

const notConnected: Erp = {
  isConnected: false,
  placeOrder: refuse,
  findOrders: refuse,
  discardOrder: refuse,
  setPrices: refuse,
  releaseOrder: refuse,
  notePaid: refuse,
  changeOrder: refuse,
  orders: refuseFeed,
  ordersByNumber: refuse,
  deliveries: refuseFeed,
  invoices: refuseFeed,
  invoice: refuse,
  invoicePdf: refuse,
  addresses: refuseFeed,
  openItems: refuse,
  probe: refuse,
  check: () =>
    Promise.resolve([{ level: 'warning', text: 'No ERP is connected: set ERP_URL. Orders wait until then.' }]),
  close: () => Promise.resolve(),
}
