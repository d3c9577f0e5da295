import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import styles from '#pricing/web/prices.module.css'
import { readPieces } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TableHead } from '#web/ui/table-head.tsx'
import type { BusinessAllocation } from '../../limits/contract.ts'
import { useSetException } from './hooks.ts'

interface Props {
  productId: string
  isAllocated: boolean
  businesses: BusinessAllocation[]
}

/** Limit, use and remainder of each business. */
export function BusinessTable({ productId, isAllocated, businesses }: Props) {
  const [edited, setEdited] = useState<BusinessAllocation | null>(null)
  return (
    <>
      <table className={styles.table} aria-label="Businesses">
        <TableHead titles={['Business', 'Account', 'Average', 'Used', 'Cap and remainder', 'Change']} />
        <tbody>
          {businesses.map((one) => (
            <tr key={one.businessId}>
              <td>{one.name}</td>
              <td>{one.accountNumber}</td>
              <td>{one.average.toLocaleString('en-US')} a month</td>
              <td>{one.used.toLocaleString('en-US')} used</td>
              <td>
                {isAllocated
                  ? `${one.left.toLocaleString('en-US')} left of ${one.cap.toLocaleString('en-US')}${one.exception === null ? '' : ' (exception)'}`
                  : 'No cap'}
              </td>
              <td>
                {isAllocated && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={`Change the cap of ${one.name}`}
                    onClick={() => setEdited(one)}
                  >
                    Change
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Dialog isOpen={edited !== null} title={`Cap of ${edited?.name ?? ''}`} close={() => setEdited(null)}>
        {edited && <CapForm key={edited.businessId} productId={productId} of={edited} close={() => setEdited(null)} />}
      </Dialog>
    </>
  )
}

function CapForm({ productId, of, close }: { productId: string; of: BusinessAllocation; close: () => void }) {
  const [typed, setTyped] = useState(String(of.exception ?? of.cap))
  const [error, setError] = useState('')
  const set = useSetException(close)
  const save = (quantity: number | null) =>
    set.mutate({ params: { id: productId }, body: { businessId: of.businessId, quantity } })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const quantity = readPieces(typed)
    if (quantity === null || quantity < 0 || quantity > 1_000_000) return setError('Enter a whole number, 0 or more.')
    save(quantity)
  }
  return (
    <form className={styles.dialog} noValidate onSubmit={submit}>
      <TextInput
        label="Units per month"
        inputMode="numeric"
        data-autofocus
        value={typed}
        error={error || undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <FormActions
        cancel={close}
        beside={
          of.exception !== null && (
            <Button variant="default" disabled={set.isPending} onClick={() => save(null)}>
              Remove exception
            </Button>
          )
        }
      >
        <Button type="submit" loading={set.isPending}>
          Save exception
        </Button>
      </FormActions>
    </form>
  )
}
