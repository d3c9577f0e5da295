import { Link } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { useMayOrder } from '#web/for-buyers.tsx'
import bar from '#web/shell/bar-button.module.css'
import { grouped } from '#shared/number-words.ts'
import text from '#web/ui/text.module.css'
import styles from './cart-link.module.css'
import { useCartCount } from './add-to-cart.ts'

export function CartLink() {
  const count = useCartCount()
  const mayOrder = useMayOrder()
  if (!mayOrder) return null
  return (
    <Link to="/cart" className={`${bar.button} ${styles.cart}`}>
      <ShoppingCart size={20} aria-hidden />
      <span className={styles.word}>Cart </span>
      {count > 0 && <span className={styles.count}>{grouped(count)}</span>}
      {count > 0 && <span className={text.unseen}> {count === 1 ? 'item' : 'items'}</span>}
    </Link>
  )
}
