import { Link } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import styles from './empty-cart-note.module.css'

/** Checkout without goods: why nothing can be ordered, and the way out. */
export function EmptyCartNote() {
  return (
    <output className={styles.note}>
      <ShoppingCart size={18} aria-hidden />
      <span>
        Cart is empty. <Link to="/search">Go Shopping</Link>
      </span>
    </output>
  )
}
