import { Link } from '@tanstack/react-router'
import type { Options } from './search-box-options.ts'
import { useUser } from '#web/session.ts'
import { Money } from '#web/ui/money.tsx'
import type { ProductCard } from '#catalogue/contract.ts'
import { buyerPriceOf } from '#catalogue/web/buyer-price.tsx'
import { Picture } from '#pictures/web/picture.tsx'
import styles from './suggestions.module.css'

interface Props {
  product: ProductCard
  options: Options
}

/** One line of the suggestions: what tells a product from its neighbours, and whether it can be had. */
export function SuggestedProduct({ product, options }: Props) {
  const price = buyerPriceOf(product, useUser()?.email)
  const { tone, words } = stockOf(product)
  return (
    <Link
      to="/product/$slug"
      params={{ slug: product.slug }}
      className={styles.option}
      {...options.option(`suggestion-${product._id}`)}
    >
      <span className={styles.picture}>
        <Picture src={product.image} isFirst />
      </span>
      <span className={styles.name}>{product.name}</span>
      <span className={styles.facts}>
        <span className={styles.fact}>
          {product.dummyNDC ? 'Item Number' : 'NDC'} {product.ndcNumber}
          {product.unitOfMeasure && ` · ${product.unitOfMeasure}`}
        </span>
        {product.manufacturer && <span className={styles.maker}>{product.manufacturer}</span>}
      </span>
      {price !== null && (
        <span className={styles.price}>
          <Money amount={price} />
        </span>
      )}
      <span className={styles.stock} data-tone={tone}>
        {words}
      </span>
    </Link>
  )
}

const stockOf = ({ isNonStocked, countInStock }: ProductCard) => {
  if (isNonStocked) return { tone: 'notice', words: 'Special Order' }
  if (countInStock < 1) return { tone: 'bad', words: 'Out of stock' }
  return { tone: 'good', words: `${countInStock.toLocaleString('en-US')} in stock` }
}
