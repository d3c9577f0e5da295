import { DrugName } from '#catalogue/web/drug-name.tsx'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { addToCart } from '#cart/web/hooks.ts'
import { Money } from '#web/ui/money.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import type { OfferedProduct } from '../offer-shapes.ts'
import { Block } from '#web/ui/block.tsx'
import { NothingYet } from '#web/ui/nothing-yet.tsx'
import { orderWord } from '#catalogue/web/order-word.ts'
import styles from './offers.module.css'

type Offer = OfferedProduct & { reason?: string; quantity?: number }

interface Props {
  title: string
  lead?: string
  icon: ReactNode
  /** Why there is nothing, and how that changes. */
  empty: string
  products: Offer[]
  /** Several beside one another, where there is room. */
  isGrid?: boolean
}

/** Products to order on the spot. */
export function Offers({ title, lead, icon, empty, products, isGrid = false }: Props) {
  return (
    <Block title={title} lead={products.length > 0 ? lead : undefined}>
      {products.length === 0 ? (
        <NothingYet icon={icon} title="Nothing here yet">
          {empty}
        </NothingYet>
      ) : (
        <ul className={styles.list} data-grid={isGrid || undefined}>
          {products.map((product) => (
            <OfferRow key={product._id} product={product} />
          ))}
        </ul>
      )}
    </Block>
  )
}

function OfferRow({ product }: { product: Offer }) {
  const [quantity, setQuantity] = useState(product.quantity ?? 1)
  const { name, slug, ndcNumber, dummyNDC, image, price, unitOfMeasure, countInStock, isNonStocked, reason } = product
  const isSoldOut = !isNonStocked && countInStock < 1
  const label = orderWord(product)
  const add = () => {
    if (quantity >= 1) addToCart(product, quantity)
  }
  return (
    <li className={styles.offer}>
      <ProductPicture src={image} size={56} />
      <div className={styles.what}>
        <Link to="/product/$slug" params={{ slug }} className={styles.name}>
          <DrugName name={name} />
        </Link>
        <span className={styles.fact}>
          {dummyNDC ? 'Item Number' : 'NDC'}: {ndcNumber}
        </span>
        {reason && <span className={styles.fact}>{reason}</span>}
      </div>
      <div className={styles.buy}>
        <span className={styles.price}>
          <Money amount={price} />
          {unitOfMeasure && <span className={styles.unit}> per {unitOfMeasure}</span>}
        </span>
        <span className={styles.order}>
          {!isSoldOut && (
            <QuantityBox
              label={`Quantity: ${name}`}
              value={quantity}
              onChange={setQuantity}
              isWrong={quantity < 1}
              onEnter={add}
            />
          )}
          <button
            type="button"
            className={styles.add}
            disabled={isSoldOut || quantity < 1}
            aria-label={`${label}: ${name}`}
            onClick={add}
          >
            {label}
          </button>
        </span>
      </div>
    </li>
  )
}
