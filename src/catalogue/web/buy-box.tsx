import { Button, NumberInput } from '@mantine/core'
import { useState, type SyntheticEvent } from 'react'
import { addToCart } from '#cart/web/hooks.ts'
import { useUser } from '#web/session.ts'
import type { Product } from '../contract.ts'
import { buyerPriceOf } from './buyer-price.tsx'
import styles from './product-page.module.css'

interface Props {
  product: Product
}

export function BuyBox({ product }: Props) {
  const email = useUser()?.email
  const [quantity, setQuantity] = useState<number | string>(1)
  const pieces = Math.trunc(Number(quantity)) || 0

  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (pieces >= 1) addToCart({ ...product, price: buyerPriceOf(product, email) }, pieces)
  }

  return (
    <form className={styles.box} onSubmit={add}>
      <NumberInput
        label="Quantity"
        value={quantity}
        onChange={setQuantity}
        min={1}
        max={9_999}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        maxLength={5}
      />
      <Button type="submit" disabled={pieces < 1}>
        Add to Cart
      </Button>
    </form>
  )
}
