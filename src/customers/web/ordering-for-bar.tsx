import { Group } from '@mantine/core'
import { Suspense, useState } from 'react'
import { chooseCustomer, type Customer, useCustomer } from '#web/ordering-for.ts'
import { toastSuccess } from '#web/toast.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import styles from './ordering-for-bar.module.css'

const CustomerChooser = lazyPart(() => import('./customer-chooser.tsx').then((module) => module.CustomerChooser))

const focus = (input: HTMLInputElement | null): void => input?.focus()

/** Shows on every page which customer staff work for, to prevent orders for the wrong business. */
export function OrderingForBar() {
  const customer = useCustomer()
  const [isChoosing, setIsChoosing] = useState(false)

  const choose = (chosen: Customer | null) => {
    setIsChoosing(false)
    chooseCustomer(chosen)
    if (chosen) toastSuccess(`Now showing prices, cart and orders for ${nameOf(chosen)}.`)
  }
  return (
    <section className={styles.bar} aria-label="Customer" data-chosen={customer ? true : undefined}>
      <Group gap="4px 16px" justify="space-between" mih={36}>
        <Group component="output" gap="0 8px" align="baseline">
          {customer ? (
            <>
              <span>Working for</span> <strong>{nameOf(customer)}</strong>
              {customer.accountID && <span className={styles.account}>{customer.accountID}</span>}
            </>
          ) : (
            'No customer selected. Showing list prices.'
          )}
        </Group>
        <span className={styles.actions}>
          <button type="button" aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
            {customer ? 'Change customer' : 'Choose a customer'}
          </button>
          {customer && (
            <button type="button" onClick={() => choose(null)}>
              Stop working for this customer
            </button>
          )}
        </span>
      </Group>
      {isChoosing && (
        <div className={styles.chooser}>
          <Suspense>
            <CustomerChooser asksPerson customer={customer} choose={choose} inputRef={focus} />
          </Suspense>
        </div>
      )}
    </section>
  )
}

const nameOf = ({ companyName, name, lastName }: Customer): string => companyName || `${name} ${lastName}`.trim()
