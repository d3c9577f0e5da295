import { useState } from 'react'
import panel from '#web/ui/panel.module.css'
import { grouped } from '#shared/number-words.ts'
import { useMayOrder } from '#web/for-buyers.tsx'
import { MomentText } from '#web/ui/day.tsx'
import { Button } from '@mantine/core'
import type { Order } from '../../order-shapes.ts'
import styles from './order-changes.module.css'
import { ReorderDialog } from './reorder-dialog.tsx'

type Change = NonNullable<Order['changes']>[number]

/** What the wholesaler changed after the order was placed, newest first. */
export function OrderChanges({ order }: { order: Order }) {
  const { changes = [] } = order
  if (changes.length === 0) return null
  return (
    <section className={`${panel.surface} ${styles.panel}`} aria-label="Changes">
      <div className={styles.head}>
        <h2 className={panel.heading}>Changes by the wholesaler</h2>
        {changes.some(({ field }) => field === 'backorder') && <RestAgain order={order} />}
      </div>
      <ol className={styles.list}>
        {changes.toReversed().map((change, at) => (
          <li key={`${change.at}-${at}`} className={styles.change}>
            <span className={styles.what}>
              {change.name && <strong>{change.name}</strong>} <ChangeWords change={change} />
            </span>
            <span className={styles.when}>
              <MomentText at={change.at} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function RestAgain({ order }: { order: Order }) {
  const [again, setAgain] = useState<Order | null>(null)
  if (!useMayOrder()) return null
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAgain(order)}>
        Order the rest again
      </Button>
      <ReorderDialog isRest order={again && { ...again, customerId: again.user._id }} close={() => setAgain(null)} />
    </>
  )
}

const labels: Record<Change['field'], string> = {
  quantity: 'Quantity',
  price: 'Price',
  substitute: 'Product',
  added: 'Added',
  address: 'Ship to',
  backorder: 'Backordered',
}

function ChangeWords({ change: { field, before, after } }: { change: Change }) {
  if (field === 'added') return <span>Added: {inWords(after)}</span>
  return (
    <span>
      {labels[field]}: <del>{inWords(before)}</del> <span aria-hidden="true">→</span> <ins>{inWords(after)}</ins>
      {field === 'quantity' && after === '0' && ' (canceled)'}
    </span>
  )
}

const inWords = (text: string): string => (/^\d+$/.test(text) ? grouped(Number(text)) : text)
