import { Link } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import styles from './empty-cart-note.module.css'

/** Explains an empty checkout and links to the catalog. */
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
