import { Link } from '@tanstack/react-router'
import { ShoppingCart } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { CartItem } from '../cart.ts'
import { CartLines } from './cart-lines.tsx'
import styles from './cart-page.module.css'
import { CartSummary, ColdNote } from './cart-summary.tsx'
import { addItem, removeItem, useCart } from './store.ts'

export function CartPage() {
  const items = useCart((cart) => cart.cartItems)
  const [removed, setRemoved] = useState<CartItem | null>(null)

  const remove = (item: CartItem) => {
    removeItem(item._id)
    setRemoved(item)
  }
  const undo = () => {
    if (removed) addItem(removed)
    setRemoved(null)
  }

  return (
    <>
      <PageHeading title="Cart" />
      <output className={styles.removed}>
        {removed && (
          <>
            {removed.name} was removed.{' '}
            <button type="button" className={styles.undo} onClick={undo}>
              Undo
            </button>
          </>
        )}
      </output>
      {items.length === 0 ? (
        <EmptyState
          icon={<ShoppingCart size={28} strokeWidth={1.5} />}
          title={
            <>
              Cart is empty. <Link to="/search">Go Shopping</Link>
            </>
          }
        />
      ) : (
        <div className={styles.columns}>
          <CartLines items={items} remove={remove} />
          <aside className={styles.side}>
            <ColdNote items={items} />
            <CartSummary items={items} />
          </aside>
        </div>
      )}
    </>
  )
}
