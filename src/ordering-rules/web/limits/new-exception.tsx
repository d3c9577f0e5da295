import { Button, TextInput } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'
import { CustomerChooser } from '#customers/web/customer-chooser.tsx'
import styles from '#pricing/web/prices.module.css'
import { readPieces } from '#shared/read-number.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import type { Customer } from '#web/ordering-for.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useSetException } from './hooks.ts'

/** Sets a different quantity for one business, including one that never ordered the product. */
export function NewException({ productId }: { productId: string }) {
  const [customer, setCustomer] = useState<Customer | null>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const chooser = useRef<HTMLInputElement>(null)
  const set = useSetException(() => {
    setTyped('')
    setIsTried(false)
  })
  const quantity = readPieces(typed)
  const isWrong = quantity === null || quantity < 0 || quantity > 1_000_000
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!customer) return chooser.current?.focus()
    if (!isWrong) set.mutate({ params: { id: productId }, body: { customerId: customer._id, quantity } })
  }
  return (
    <Panel title="Exception for one business">
      <form className={styles.dialog} noValidate onSubmit={submit} aria-label="Exception">
        <CustomerChooser customer={customer} choose={setCustomer} inputRef={chooser} />
        <TextInput
          label="Units per month"
          inputMode="numeric"
          maw={320}
          value={typed}
          error={isTried && isWrong ? 'Enter a whole number, 0 or more.' : undefined}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <FormActions>
          <Button type="submit" variant="default" loading={set.isPending}>
            Save exception
          </Button>
        </FormActions>
      </form>
    </Panel>
  )
}
