import { Banknote, ClipboardList, ReceiptText, Truck } from 'lucide-react'
import { asDollars, toCents, toDollars } from '#shared/money.ts'
import type { MySummary } from '../contract.ts'
import styles from './dashboard.module.css'
import { FigureTile } from './figure-tile.tsx'

const count = (value: number) => value.toLocaleString('en-US')

/** Whoever orders for others spends nothing himself. */
export function MyTiles({ summary, isBuyer }: { summary: MySummary; isBuyer: boolean }) {
  const { inv, orders, openOrders, spend } = summary
  const spent = toDollars(spend.reduce((cents, { amount }) => cents + toCents(amount), 0))
  const thisMonth = spend.at(-1)?.amount ?? 0
  return (
    <div className={styles.tiles}>
      <FigureTile title="All Invoices" icon={<ReceiptText size={16} />} value={count(inv)} to="/MyInvoices" />
      <FigureTile title="Total Orders" icon={<ClipboardList size={16} />} value={count(orders)} to="/orderhistory" />
      <FigureTile title="Open orders" icon={<Truck size={16} />} value={count(openOrders.count)} />
      {isBuyer && (
        <FigureTile title="Spent in 12 months" icon={<Banknote size={16} />} value={asDollars(spent)}>
          {asDollars(thisMonth)} this month
        </FigureTile>
      )}
    </div>
  )
}
