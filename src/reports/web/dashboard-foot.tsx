import { Link } from '@tanstack/react-router'
import { ClipboardList, ReceiptText } from 'lucide-react'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { Block } from '#web/ui/block.tsx'
import text from '#web/ui/text.module.css'
import type { MySummary } from '../contract.ts'
import styles from './dashboard.module.css'
import { FigureTile } from './figure-tile.tsx'

const count = (value: number) => value.toLocaleString('en-US')

/** Totals and products that the business does not order yet. */
export function DashboardFoot({ summary, isBuyer }: { summary: MySummary; isBuyer: boolean }) {
  const { inv, orders, products } = summary
  return (
    <div className={styles.foot}>
      <div className={styles.totals}>
        {(isBuyer || inv > 0) && (
          <FigureTile
            isSmall
            title="All Invoices"
            icon={<ReceiptText size={16} />}
            value={count(inv)}
            to="/MyInvoices"
          />
        )}
        <FigureTile
          isSmall
          title="Total Orders"
          icon={<ClipboardList size={16} />}
          value={count(orders)}
          to="/orderhistory"
          // Canceled orders are listed but not counted.
          search={{ query: { stage: 'notCanceled' } }}
        />
      </div>
      {isBuyer && (
        <Block
          title="Suggested Products"
          foldsOnPhone
          lead={products.length === 0 ? 'No suggestions yet. They are based on what you order regularly.' : undefined}
        >
          <ul className={styles.suggested}>
            {products.map(({ _id, slug, name, reason }) => (
              <li key={_id}>
                <Link to="/product/$slug" params={{ slug }} className={text.product} title={reason}>
                  <DrugName name={name} />
                </Link>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </div>
  )
}
