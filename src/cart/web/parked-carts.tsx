import { useQuery } from '@tanstack/react-query'
import { type SyntheticEvent, useState } from 'react'
import formStyles from '#web/form/form.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { errorOf, isAboutFields } from '#web/form/use-checked-form.ts'
import { queryOf, useChange } from '#web/api.ts'
import { type ListColumn, ListTable } from '#web/table/list-table.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Day } from '#web/ui/day.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { maxCartName, type ParkedCart, parkedCarts } from '../contract.ts'
import { refreshCart } from './sync-cart.ts'

const refresh = [parkedCarts.list]

/** Acts after the server has the lines that were changed a moment ago. */
const useSentCart = () => {
  const [isSending, setIsSending] = useState(false)
  const send = (act: () => void) => {
    setIsSending(true)
    void refreshCart()
      .catch(() => {})
      .finally(() => {
        setIsSending(false)
        act()
      })
  }
  return { send, isSending }
}

/** Puts the cart aside under a name, to start another one. */
export function ParkCart() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <ActButton variant="default" onClick={() => setIsOpen(true)}>
        Park cart
      </ActButton>
      <Dialog isOpen={isOpen} title="Park cart" close={close}>
        <ParkForm close={close} />
      </Dialog>
    </>
  )
}

function ParkForm({ close }: { close: () => void }) {
  const [name, setName] = useState('')
  const { send, isSending } = useSentCart()
  const park = useChange(parkedCarts.park, {
    refresh,
    quiet: isAboutFields,
    onSuccess: async () => {
      await refreshCart()
      close()
    },
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim()) send(() => park.mutate({ body: { name: name.trim() } }))
  }
  return (
    <form className={formStyles.form} aria-label="Park cart" onSubmit={submit}>
      <LimitedInput
        label="Name"
        description="Your cart is empty afterwards. Prices and stock are checked again when you resume it."
        required
        most={maxCartName}
        autoComplete="off"
        value={name}
        error={errorOf(park, 'name')}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <FormActions cancel={close}>
        <ActButton type="submit" loading={isSending || park.isPending}>
          Park cart
        </ActButton>
      </FormActions>
    </form>
  )
}

/** The carts that the user put aside; nothing if there are none. */
export function ParkedCarts({ isCartEmpty }: { isCartEmpty: boolean }) {
  const { data: parked = [] } = useQuery(queryOf(parkedCarts.list))
  const { send } = useSentCart()
  const resume = useChange(parkedCarts.resume, { refresh, refreshesAlways: true, onSuccess: refreshCart })
  const remove = useChange(parkedCarts.remove, { refresh, refreshesAlways: true })
  if (parked.length === 0) return null
  const columns: ListColumn<ParkedCart>[] = [
    { title: 'Name', isName: true, isWide: true, cell: ({ name }) => name },
    { title: 'Lines', align: 'right', cell: ({ lineCount }) => lineCount.toLocaleString('en-US') },
    { title: 'Purchase order', isUnbroken: true, cell: ({ purchaseOrder }) => purchaseOrder || '–' },
    { title: 'Parked', isUnbroken: true, cell: ({ parkedAt }) => <Day at={parkedAt} /> },
    {
      title: 'Actions',
      isActions: true,
      cell: ({ _id, name }) => (
        <>
          <ActButton
            size="compact-xs"
            variant="default"
            aria-label={`Resume: ${name}`}
            disabled={!isCartEmpty}
            loading={resume.isPending && resume.variables?.params.id === _id}
            onClick={() => send(() => resume.mutate({ params: { id: _id } }))}
          >
            Resume
          </ActButton>
          <ConfirmButton
            label="Delete"
            button={{ size: 'compact-xs', 'aria-label': `Delete: ${name}` }}
            question="Delete this parked cart?"
            isDestructive
            isPending={remove.isPending}
            confirm={(close) => remove.mutate({ params: { id: _id } }, { onSuccess: close })}
          >
            <p>{name} and its lines are deleted.</p>
          </ConfirmButton>
        </>
      ),
    },
  ]
  return (
    <Panel title="Parked carts">
      {!isCartEmpty && <p className={formStyles.note}>Park or empty your cart to resume one of these.</p>}
      <ListTable caption="Parked carts" rows={parked} rowKey={({ _id }) => _id} columns={columns} />
    </Panel>
  )
}
