import { Button } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import type { Product, ProductCard } from '../contract.ts'
import styles from './product-page.module.css'

/** Puts pieces of a product into the cart, at the price of whoever is signed in. */
export type AddToCart = (product: ProductCard, pieces?: number) => void

interface Props {
  product: Product
  addToCart: AddToCart
}

export function BuyBox({ product, addToCart }: Props) {
  const [pieces, setPieces] = useState(1)

  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (pieces >= 1) addToCart(product, pieces)
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
