import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useMarkPaid } from './hooks.ts'
import styles from './mark-paid.module.css'

/** For money that came another way, as with invoices. */
export function MarkPaid({ orderId }: { orderId: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [note, setNote] = useState('')
  const markPaid = useMarkPaid()

  if (!isOpen)
    return (
      <div className={styles.closed}>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          Mark as paid
        </Button>
      </div>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    markPaid.mutate({ params: { id: orderId }, body: { note } })
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        label="How it was paid"
        placeholder="Wire, cheque number …"
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={markPaid.isPending}>
        Mark as paid
      </Button>
      <Button variant="default" onClick={() => setIsOpen(false)}>
        Cancel
      </Button>
    </form>
  )
}
