import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Snowflake } from 'lucide-react'
import { session } from '#web/session.ts'
import { Money } from '#web/ui/money.tsx'
import { checkoutBlock, checkoutPath, countOf, isCold, totals, type CartItem } from '../cart.ts'
import styles from './cart-summary.module.css'

export function CartSummary({ items }: { items: CartItem[] }) {
  const navigate = useNavigate()
  const block = checkoutBlock(items)
  const checkOut = () => void navigate({ to: '/signin', search: { redirect: checkoutPath(session().user) } })

  return (
    <section className={styles.summary} aria-label="Summary" data-bottom-bar>
      <dl className={styles.figures}>
        <dt>Items</dt>
        <dd>{countOf(items).toLocaleString('en-US')}</dd>
        <dt>Subtotal</dt>
        <dd className={styles.subtotal}>
          <Money amount={totals(items).itemsPrice} />
        </dd>
      </dl>
      <Button
        className={styles.button}
        size="md"
        disabled={block !== null}
        aria-describedby={block ? 'checkout-block' : undefined}
        onClick={checkOut}
      >
        Proceed to Checkout
      </Button>
      {block && (
        <p id="checkout-block" className={styles.block} role="alert">
          {block}
        </p>
      )}
    </section>
  )
}

/** What refrigerated lines mean for the shipment. */
export function ColdNote({ items }: { items: CartItem[] }) {
  if (!items.some(isCold)) return null
  return (
    <p className={styles.cold}>
      <Snowflake size={16} aria-hidden />
      Refrigerated products ship overnight and shipping charges are added to the invoice.
    </p>
  )
}
