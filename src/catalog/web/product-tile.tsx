import { Link } from '@tanstack/react-router'
import { DrugName, emphasizeStrengths, StrengthNote } from './drug-name.tsx'
import { type ComponentType, type ReactNode, Suspense, useContext, useId, useState } from 'react'
import { Picture } from '#files/web/picture.tsx'
import { ForBuyers } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { grouped } from '#shared/number-words.ts'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import soft from '#web/ui/soft-button.module.css'
import tag from '#web/ui/tag.module.css'
import type { ProductCard } from '../contract.ts'
import { minimumQuantity, orderBlock } from '../order-quantity.ts'
import type { AddToCart } from './product-page.tsx'
import { BuyerPrice, Tiers } from './buyer-price.tsx'
import { FavoriteHeart } from './favorite-heart.tsx'
import { orderedWords } from './ordered-words.ts'
import { OrderLimitMarks } from './order-limit-marks.tsx'
import { OrderBlockText } from './order-block-text.tsx'
import { orderButtonLabel } from './order-button-label.ts'
import { ProductMarks } from './product-marks.tsx'
import styles from './product-tile.module.css'

interface Props {
  product: ProductCard
  /** True for tiles above the fold. */
  isFirst: boolean
  /** Omitted in previews, which have no cart and no tools. */
  addToCart?: AddToCart
  AdminTools?: ComponentType<{ product: ProductCard; describedBy: string }>
  /** Rendered below everything else. */
  children?: ReactNode
}

export function ProductTile({ product, isFirst, addToCart, AdminTools, children }: Props) {
  const nameId = useId()
  const { NotifyMe, InCart } = useContext(SlotsContext)
  const isAdmin = useUser()?.isAdmin === true
  const ordered = orderedWords(product)
  return (
    <article className={styles.tile}>
      <div className={styles.marks}>
        <ProductMarks product={product} limited="Limited visibility" />
        {ordered && <span className={`${tag.tag} ${tag.own}`}>{ordered}</span>}
      </div>
      {isAdmin ? (
        <Suspense>{AdminTools && <AdminTools product={product} describedBy={nameId} />}</Suspense>
      ) : (
        <div className={styles.heart}>
          <FavoriteHeart product={product} describedBy={nameId} />
        </div>
      )}
      <Link
        to="/product/$slug"
        params={{ slug: product.slug }}
        className={styles.picture}
        tabIndex={-1}
        aria-hidden="true"
      >
        <Picture src={product.image} isFirst={isFirst} />
      </Link>
      <div className={styles.facts}>
        <h2 className={styles.name} id={nameId}>
          <Link to="/product/$slug" params={{ slug: product.slug }}>
            <DrugName name={product.name} draw={emphasizeStrengths} />
          </Link>
        </h2>
        <p className={styles.fact}>
          {product.dummyNDC ? 'Item Number' : 'NDC'}: <span className={styles.number}>{product.ndcNumber}</span>
        </p>
        <p className={styles.fact}>Mfr: {product.manufacturer}</p>
        <p className={styles.stock}>{stockWords(product)}</p>
        <StrengthNote note={product.strengthNote} />
        <OrderLimitMarks product={product} />
      </div>
      <div className={styles.buy}>
        <div className={styles.price}>
          <BuyerPrice product={product} />
          <Tiers tiers={product.priceTiers} />
          {addToCart && <InCart productId={product._id} />}
        </div>
        <ForBuyers>
          {orderBlock(product) ? (
            <OrderBlockText product={product} />
          ) : (
            <div className={styles.buttons}>
              <AddPieces product={product} describedBy={nameId} addToCart={addToCart} />
              {addToCart && <NotifyMe product={product} />}
            </div>
          )}
        </ForBuyers>
        {children}
      </div>
    </article>
  )
}

/** The button says when a product cannot be had. */
const stockWords = ({ isNonStocked, countInStock }: ProductCard): string => {
  if (isNonStocked) return 'Delivers in 2–5 business days'
  return countInStock > 0 ? `${grouped(countInStock)} in stock` : ''
}

interface AddProps {
  product: ProductCard
  describedBy: string
  addToCart: AddToCart | undefined
}

function AddPieces({ product, describedBy, addToCart }: AddProps) {
  const [pieces, setPieces] = useState(() => minimumQuantity(product))
  const isSoldOut = !product.isNonStocked && product.countInStock < 1
  const add = () => {
    if (addToCart?.(product, pieces)) setPieces(minimumQuantity(product))
  }
  return (
    <>
      {addToCart && !isSoldOut && (
        <QuantityBox label={`Quantity of ${product.name}`} value={pieces} onChange={setPieces} onEnter={add} isBare />
      )}
      <button type="button" className={soft.soft} disabled={isSoldOut} aria-describedby={describedBy} onClick={add}>
        {orderButtonLabel(product)}
      </button>
    </>
  )
}

/** Placeholder with the height of a loaded tile. */
export function ProductTileSkeleton() {
  return (
    <div className={styles.tile} data-skeleton aria-hidden="true">
      <div className={styles.picture}>
        <span className={styles.bone} />
      </div>
      <div className={styles.facts}>
        <p className={styles.name}>
          <span className={styles.bone} />
        </p>
        <p className={styles.fact}>
          <span className={styles.bone} />
        </p>
        <p className={styles.fact}>
          <span className={styles.bone} />
        </p>
      </div>
      <div className={styles.buy}>
        <span className={styles.bone} />
        <span className={styles.bone} />
      </div>
    </div>
  )
}
