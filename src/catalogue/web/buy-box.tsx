import { Button } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { addToCart } from '#cart/web/hooks.ts'
import { useUser } from '#web/session.ts'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import type { Product } from '../contract.ts'
import { buyerPriceOf } from './buyer-price.tsx'
import styles from './product-page.module.css'

interface Props {
  product: Product
}

export function BuyBox({ product }: Props) {
  const email = useUser()?.email
  const [pieces, setPieces] = useState(1)

  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (pieces >= 1) addToCart({ ...product, price: buyerPriceOf(product, email) }, pieces)
  }

  return (
    <form className={styles.box} onSubmit={add}>
      <span className={styles.quantity}>
        <span aria-hidden>Quantity</span>
        <QuantityBox label="Quantity" value={pieces} onChange={setPieces} />
      </span>
      <Button type="submit" className={styles.add} disabled={pieces < 1}>
        Add to Cart
      </Button>
    </form>
  )
}
