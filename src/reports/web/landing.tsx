import { ChartNoAxesColumn, ShoppingCart } from 'lucide-react'
import { checkoutPath } from '#cart/cart.ts'
import { useCartCount } from '#cart/web/hooks.ts'
import { useUser, useWanted } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import styles from './landing.module.css'

interface Props {
  title: string
  plan: string
}

/** Where a fresh sign-in lands. */
export function Landing({ title, plan }: Props) {
  const user = useUser()
  return (
    <>
      <PageHeading title={title} lead={user && `Hello, ${user.name}`}>
        <ButtonLink variant="default" to="/search">
          Product Catalog
        </ButtonLink>
      </PageHeading>
      <ContinueCheckout />
      <EmptyState icon={<ChartNoAxesColumn size={28} strokeWidth={1.5} />} title="This page is not built yet">
        <p>{plan}</p>
      </EmptyState>
    </>
  )
}

/** A checkout that the sign-in interrupted is not lost (G28). */
function ContinueCheckout() {
  const user = useUser()
  const wanted = useWanted()
  const count = useCartCount()
  if (count === 0 || (wanted !== '/shipping' && wanted !== '/placeorder')) return null
  return (
    <div className={styles.continue}>
      <ShoppingCart size={20} aria-hidden />
      <span className={styles.text}>
        {count === 1 ? 'One item waits' : `${count.toLocaleString('en-US')} items wait`} in your cart.
      </span>
      <ButtonLink to={checkoutPath(user)}>Continue to checkout</ButtonLink>
    </div>
  )
}
