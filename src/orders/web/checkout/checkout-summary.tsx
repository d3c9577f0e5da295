import { Button } from '@mantine/core'
import { countOf } from '#cart/cart.ts'
import { Money } from '#web/ui/money.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './checkout-summary.module.css'
import { TotalsList } from '../totals-list.tsx'
import type { Checkout } from './use-checkout.ts'
import { VerificationFields } from './verification-fields.tsx'

interface Props {
  checkout: Checkout
  /** Whoever orders; the code goes there. */
  email: string
}

/** Beside the order on wide screens; on narrow ones the button stays at the bottom. */
export function CheckoutSummary({ checkout, email }: Props) {
  const { totals, items, priced, customer } = checkout
  const isPriced = items.length === 0 || priced.data !== undefined
  return (
    <aside className={styles.side} aria-label="Summary">
      <div className={styles.sticky}>
        <section className={styles.panel}>
          <h2 className={styles.title}>Summary</h2>
          {customer && <p className={styles.for}>{customer.companyName}</p>}
          <TotalsList totals={totals} count={countOf(items)} isKnown={isPriced} />
        </section>
        <section className={styles.panel}>
          <VerificationFields
            code={checkout.code}
            inputRef={checkout.codeInput}
            email={email}
            isDisabled={items.length === 0}
          />
        </section>
      </div>
      <div className={styles.action}>
        <span className={styles.total}>
          <span className={styles.word}>Total</span>
          {isPriced ? <Money amount={totals.totalPrice} /> : <Skeleton width="5rem" />}
        </span>
        <Button
          type="submit"
          size="md"
          disabled={!checkout.isReady}
          loading={checkout.isPending}
          className={styles.button}
        >
          Place Order
        </Button>
      </div>
    </aside>
  )
}
