import type { UserRow } from '#accounts/account-shapes.ts'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { AddressBlock } from '../address-block.tsx'
import { AddressSkeleton } from './checkout-skeletons.tsx'
import { CustomerChooser } from '#accounts/web/customer-chooser.tsx'
import styles from './customer-panel.module.css'
import { billToOf, shipToOf } from './preview-order.ts'
import type { Checkout } from './use-checkout.ts'

/** For whom a sales rep or an admin orders, and where the goods and the bill will go. */
export function CustomerPanel({ checkout }: { checkout: Checkout }) {
  const { customer, choose, chooser, profile } = checkout
  return (
    <Panel>
      <CustomerChooser customer={customer} choose={choose} inputRef={chooser} />
      {customer && (
        <div className={styles.addresses}>
          <QueryStates query={profile} skeleton={<AddressSkeleton />}>
            {(found) => (
              <>
                <AddressBlock title="Ship to" address={shipToOf(found)} />
                <AddressBlock title="Bill to" address={billToOf(found)} />
              </>
            )}
          </QueryStates>
        </div>
      )}
    </Panel>
  )
}

/** Stays in the page's heading, so that nobody orders for the wrong business. */
export function OrderingFor({ customer }: { customer: UserRow }) {
  return (
    <output className={styles.for}>
      <span className={styles.label}>Ordering for</span>
      <strong>{customer.companyName || `${customer.name} ${customer.lastName}`}</strong>
      {customer.accountID && <span className={styles.account}>{customer.accountID}</span>}
    </output>
  )
}
