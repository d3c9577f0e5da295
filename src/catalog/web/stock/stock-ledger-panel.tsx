import { Button, Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { readPieces } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { PiecesField } from '#web/ui/number-fields.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import { type StockMovement, inventory } from '../../stock/contract.ts'
import styles from './stock-ledger-panel.module.css'
import { useQuery } from '@tanstack/react-query'
import { withProducts } from '../product-reads.ts'
import { queryOf, useChange } from '#web/api.ts'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { Day } from '#web/ui/day.tsx'

interface Props {
  productId: string
}

const reasons: Record<string, string> = {
  initial: 'Opening stock',
  order: 'Order',
  'order deleted': 'Order canceled',
  import: 'Import',
  correction: 'Correction',
}

/** All stock movements of a product. They add up to its stock count. */
export function StockLedgerPanel({ productId }: Props) {
  const ledger = useLedger(productId)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={styles.ledger}>
      <Panel>
        <div className={styles.head}>
          <h2 className={styles.heading}>Stock movements</h2>
          <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
            Correct stock
          </Button>
        </div>
        <QueryStates query={ledger}>
          {({ movements, next }) =>
            movements.length === 0 ? (
              <p className={styles.note}>No stock movements yet.</p>
            ) : (
              <>
                <Movements movements={movements} />
                {next && <p className={styles.note}>The latest {movements.length} movements.</p>}
              </>
            )
          }
        </QueryStates>
      </Panel>
      <CorrectionDialog productId={productId} isOpen={isOpen} close={() => setIsOpen(false)} />
    </div>
  )
}

function Movements({ movements }: { movements: StockMovement[] }) {
  return (
    // Tables wider than a phone scroll, so the container must be focusable for keyboard users.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
    <section className={styles.scroll} tabIndex={0} aria-label="Stock movements">
      <table className={styles.table}>
        <TableHead titles={['Date', 'Reason', 'Units', 'Count after']} right={['Units', 'Count after']} />
        <tbody>
          {movements.map((one) => (
            <tr key={one._id}>
              <td>
                <Day at={one.createdAt} />
              </td>
              <td>
                {one.orderId ? (
                  <Link to="/order/$id" params={{ id: one.orderId }}>
                    {reasons[one.reason] ?? one.reason} {one.orderIdSap ?? ''}
                  </Link>
                ) : (
                  (reasons[one.reason] ?? one.reason)
                )}
                {one.note && `: ${one.note}`}
                {one.by && ` (${one.by})`}
              </td>
              <td data-align="right">
                {one.quantity > 0 ? `+${one.quantity.toLocaleString('en-US')}` : one.quantity.toLocaleString('en-US')}
              </td>
              <td data-align="right">{one.countAfter.toLocaleString('en-US')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function CorrectionDialog({ productId, isOpen, close }: Props & { isOpen: boolean; close: () => void }) {
  const [quantity, setQuantity] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const correct = useCorrectStock(() => {
    close()
    setQuantity('')
    setReason('')
    setIsTried(false)
  })
  const pieces = readPieces(quantity)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsTried(true)
    if (pieces && reason.trim())
      correct.mutate({ params: { id: productId }, body: { quantity: pieces, reason: reason.trim() } })
  }
  return (
    <Modal opened={isOpen} onClose={close} title="Correct stock" centered>
      <form className={styles.correction} onSubmit={submit} noValidate>
        <PiecesField
          label="Units to add, or to remove with a minus sign"
          value={quantity}
          typed={quantity}
          onChange={(event) => setQuantity(event.currentTarget.value)}
          required
          data-autofocus
          error={isTried && !pieces ? 'Enter a whole number of units, such as 1,200 or -12.' : undefined}
        />
        <LimitedInput
          label="Reason"
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          required
          most={300}
          error={isTried && !reason.trim() ? 'Enter a reason.' : undefined}
        />
        <FormActions cancel={close}>
          <Button type="submit" loading={correct.isPending}>
            Correct
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

const useLedger = (id: string) => useQuery(queryOf(inventory.stock, { params: { id }, query: {} }))

const useCorrectStock = (corrected: () => void) =>
  useChange(inventory.correctStock, {
    refresh: [...withProducts, inventory.stock],
    success: 'Stock corrected',
    onSuccess: corrected,
  })
