import { ShoppingCart } from 'lucide-react'
import { checkoutPath } from '#cart/cart.ts'
import { useCartCount } from '#cart/web/add-to-cart.ts'
import { useUser, useRequestedPage } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import styles from './dashboard.module.css'

/** Resumes a checkout that was interrupted by signing in. */
export function ContinueCheckout() {
  const user = useUser()
  const wanted = useRequestedPage()
  const count = useCartCount()
  if (count === 0 || (wanted !== '/shipping' && wanted !== '/placeorder')) return null
  return (
    <div className={styles.continue}>
      <ShoppingCart size={20} aria-hidden />
      <span className={styles.text}>
        {count === 1 ? '1 item is waiting' : `${count.toLocaleString('en-US')} items are waiting`} in your cart.
      </span>
      <ButtonLink to={checkoutPath(user)}>Continue to checkout</ButtonLink>
    </div>
  )
}
