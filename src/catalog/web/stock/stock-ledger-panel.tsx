import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState, type SyntheticEvent } from 'react'
import { readPieces } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { PiecesField } from '#web/ui/number-fields.tsx'
import { Block } from '#web/ui/block.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { type StockMovement, inventory } from '../../stock/contract.ts'
import formStyles from '#web/form/form.module.css'
import { useQuery } from '@tanstack/react-query'
import { withProducts } from '../product-reads.ts'
import { queryOf, useChange } from '#web/api.ts'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { Day } from '#web/ui/day.tsx'
import { ActButton } from '#web/ui/act-button.tsx'

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

const shownFirst = 5

/** All stock movements of a product. They add up to its stock count. */
export function StockLedgerPanel({ productId }: Props) {
  const ledger = useLedger(productId)
  const [isOpen, setIsOpen] = useState(false)
  const [showsAll, setShowsAll] = useState(false)
  return (
    <>
      <Block
        title="Stock movements"
        controls={
          <ActButton size="xs" variant="default" onClick={() => setIsOpen(true)}>
            Correct stock
          </ActButton>
        }
      >
        <QueryStates query={ledger}>
          {({ movements, next }) => (
            <>
              <ListTable
                caption="Stock movements"
                columns={columns}
                rows={showsAll ? movements : movements.slice(0, shownFirst)}
                rowKey={({ _id }) => _id}
                empty={{ title: 'No stock movements yet' }}
              />
              {!showsAll && movements.length > shownFirst && (
                <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(true)}>
                  Show {movements.length} movements
                </Button>
              )}
              {showsAll && next && <p className={formStyles.note}>The latest {movements.length} movements.</p>}
            </>
          )}
        </QueryStates>
      </Block>
      <Dialog isOpen={isOpen} title="Correct stock" close={() => setIsOpen(false)}>
        <CorrectionForm productId={productId} close={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

const columns: ListColumn<StockMovement>[] = [
  { title: 'Date', isName: true, cell: ({ createdAt }) => <Day at={createdAt} /> },
  { title: 'Reason', isWide: true, width: '100%', cell: (movement) => <Reason movement={movement} /> },
  {
    title: 'Units',
    align: 'right',
    cell: ({ quantity }) => `${quantity > 0 ? '+' : ''}${quantity.toLocaleString('en-US')}`,
  },
  { title: 'Count after', align: 'right', cell: ({ countAfter }) => countAfter.toLocaleString('en-US') },
]

function Reason({ movement: { orderId, orderIdSap, reason, note, by } }: { movement: StockMovement }) {
  const words = reasons[reason] ?? reason
  return (
    <>
      {orderId ? (
        <Link to="/order/$id" params={{ id: orderId }}>
          {words} {orderIdSap ?? ''}
        </Link>
      ) : (
        words
      )}
      {note && `: ${note}`}
      {by && ` (${by})`}
    </>
  )
}

function CorrectionForm({ productId, close }: Props & { close: () => void }) {
  const [quantity, setQuantity] = useState('')
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const unsaved = useUnsaved(() => quantity !== '' || reason !== '')
  const correct = useCorrectStock(() => unsaved.saved(close))
  const pieces = readPieces(quantity)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setIsTried(true)
    if (pieces && reason.trim())
      correct.mutate({ params: { id: productId }, body: { quantity: pieces, reason: reason.trim() } })
  }
  return (
    <form className={formStyles.form} onSubmit={submit} noValidate>
      {unsaved.question}
      <PiecesField
        label="Units to add, or to remove with a minus sign"
        value={quantity}
        typed={quantity}
        onChange={(event) => setQuantity(event.currentTarget.value)}
        required
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
  )
}

const useLedger = (id: string) => useQuery(queryOf(inventory.stock, { params: { id }, query: {} }))

const useCorrectStock = (corrected: () => void) =>
  useChange(inventory.correctStock, {
    refresh: [...withProducts, inventory.stock],
    success: 'Stock corrected',
    onSuccess: corrected,
  })
