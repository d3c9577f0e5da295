import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queryOf } from '#web/api.ts'
import { ForBuyers } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { grouped } from '#shared/number-words.ts'
import { catalog, type Equivalents, type ProductCard } from '../contract.ts'
import { orderBlock } from '../order-quantity.ts'
import { buyerPriceOf } from './buyer-price.tsx'
import { LineMarks } from './line-marks.tsx'
import { OrderBlockText } from './order-block-text.tsx'
import { DrugName } from './drug-name.tsx'
import soft from '#web/ui/soft-button.module.css'
import text from '#web/ui/text.module.css'
import styles from './equivalent-offers.module.css'
import { RowPrice, UnitPrice } from './row-price.tsx'

type Stocked = Pick<ProductCard, '_id' | 'countInStock' | 'isNonStocked'>

export const isSoldOut = ({ countInStock, isNonStocked }: Stocked): boolean => !isNonStocked && countInStock < 1

/** In-stock equivalents of the products that are out of stock, in one request. Visitors get none. */
export const useEquivalents = (products: readonly Stocked[]): Equivalents | undefined => {
  const ids = products
    .filter(isSoldOut)
    .map(({ _id }) => _id)
    .slice(0, 500)
    .toSorted()
  const isSignedIn = useUser() !== null
  const { data } = useQuery({
    ...queryOf(catalog.equivalents, { body: { ids } }),
    enabled: isSignedIn && ids.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return ids.length > 0 ? data : undefined
}

interface Props {
  /** The product that is out of stock. */
  product: { _id: string; name: string }
  equivalents: Equivalents | undefined
  /** Called only when the buyer presses the button; substitutes are never added automatically. */
  add: (product: ProductCard) => void
}

/** In-stock equivalents of a product; renders nothing if there are none. */
export function EquivalentOffers({ product, equivalents, add }: Props) {
  const email = useUser()?.email
  const ids = equivalents?.offers[product._id] ?? []
  const offered = ids.flatMap((id) => equivalents?.products.find(({ _id }) => _id === id) ?? [])
  if (offered.length === 0) return null
  return (
    <div className={styles.instead}>
      <span className={text.dimmed}>Same drug, strength and form, in stock:</span>
      <ul aria-label={`Alternatives to ${product.name}`}>
        {offered.map((other) => (
          <li key={other._id}>
            <Link to="/product/$slug" params={{ slug: other.slug }}>
              <DrugName name={other.name} />
            </Link>
            <LineMarks line={other} />
            <span className={text.dimmed}>
              {other.manufacturer} · {other.isNonStocked ? 'Special Order' : grouped(other.countInStock)}
            </span>
            <RowPrice product={other} />
            <UnitPrice product={other} price={buyerPriceOf(other, email)} />
            <ForBuyers>
              {orderBlock(other) ? (
                <OrderBlockText product={other} />
              ) : (
                <button
                  type="button"
                  className={soft.soft}
                  aria-label={`Add this instead: ${other.name}`}
                  onClick={() => add(other)}
                >
                  Add this instead
                </button>
              )}
            </ForBuyers>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Explains why the business gets no equivalents. */
export function NoEquivalents({ equivalents }: { equivalents: Pick<Equivalents, 'refusedFor'> | undefined }) {
  if (!equivalents?.refusedFor) return null
  return <p className={styles.refused}>Your business turned off equivalents: {equivalents.refusedFor}</p>
}
