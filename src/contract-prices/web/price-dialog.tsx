import { Button, Modal } from '@mantine/core'
import { useRef, useState, type SyntheticEvent } from 'react'
import type { UserRow } from '#accounts/account-shapes.ts'
import { CustomerChooser } from '#accounts/web/customer-chooser.tsx'
import type { CustomPrice } from '#catalogue/contract.ts'
import styles from './prices.module.css'
import { PriceField } from './price-field.tsx'

interface Props {
  isOpen: boolean
  title: string
  taken: CustomPrice[]
  add: (entry: CustomPrice) => void
  close: () => void
}

export function PriceDialog({ isOpen, title, taken, add, close }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={`Add a price: ${title}`}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <PriceFields taken={taken} add={add} close={close} />
    </Modal>
  )
}

function PriceFields({ taken, add, close }: Omit<Props, 'isOpen' | 'title'>) {
  const [customer, setCustomer] = useState<UserRow | null>(null)
  const [price, setPrice] = useState<number | string>('')
  const [isTried, setIsTried] = useState(false)
  const [customerInput, priceInput] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)]
  const has = customer && taken.find(({ userId }) => userId === customer._id)
  const isWrong = String(price).trim() === '' || !Number.isFinite(Number(price)) || Number(price) < 0
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!customer) return customerInput.current?.focus()
    if (isWrong) return priceInput.current?.focus()
    add({
      userId: customer._id,
      email: customer.email,
      company: customer.companyName,
      name: customer.name,
      price: Math.round(Number(price) * 100) / 100,
    })
  }
  return (
    <form className={styles.dialog} onSubmit={submit} noValidate>
      <div>
        <CustomerChooser customer={customer} choose={setCustomer} inputRef={customerInput} />
        {isTried && !customer && (
          <p role="alert" className={styles.note} style={{ color: 'var(--mantine-color-error)' }}>
            Choose a customer.
          </p>
        )}
        {has && <p className={styles.note}>This customer has a price here already. The new one replaces it.</p>}
      </div>
      <PriceField value={price} onChange={setPrice} isWrong={isTried && isWrong} inputRef={priceInput} />
      <div className={styles.actions}>
        <Button type="submit">Add</Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
