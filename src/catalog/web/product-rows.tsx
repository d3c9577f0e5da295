import { Link } from '@tanstack/react-router'
import { EyeOff } from 'lucide-react'
import { type ComponentType, memo, type ReactNode, Suspense, useContext, useId } from 'react'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import soft from '#web/ui/soft-button.module.css'
import text from '#web/ui/text.module.css'
import { grouped } from '#shared/number-words.ts'
import type { Equivalents, ProductCard } from '../contract.ts'
import { minimumQuantity } from '../order-quantity.ts'
import { productUnit } from '../unit-words.ts'
import { buyerPriceOf, Tiers } from './buyer-price.tsx'
import { DrugName, StrengthNote } from './drug-name.tsx'
import { FavoriteHeart } from './favorite-heart.tsx'
import { EquivalentOffers, isSoldOut, NoEquivalents, useEquivalents } from './equivalent-offers.tsx'
import { OrderLimitMarks } from './order-limit-marks.tsx'
import { orderButtonLabel } from './order-button-label.ts'
import type { AddToCart } from './product-page.tsx'
import { ProductMarks } from './product-marks.tsx'
import { RowPrice, UnitPrice } from './row-price.tsx'
import styles from './product-rows.module.css'

interface Props {
  /** Accessible name of the table. */
  label: string
  products: readonly ProductCard[]
  addToCart: AddToCart
  /** Quantity to add by product id; the minimum quantity by default. */
  quantities: Readonly<Record<string, number>>
  setQuantity: (id: string, pieces: number) => void
  AdminTools?: ComponentType<{ product: ProductCard; describedBy: string }>
  /** An extra column before the quantity, with a title and a cell for each product. */
  fact?: { title: string; of: (product: ProductCard) => ReactNode } | undefined
  /** Extra actions of a row. */
  toolsOf?: ((product: ProductCard) => ReactNode) | undefined
}

const titles = ['Favorite', 'Product', 'NDC', 'Maker', 'Pack', 'Stock', 'Price', 'Unit price'] as const

/** Products in a table that can be ordered by keyboard: Enter in a quantity adds it and moves to the next row. */
export function ProductRows({ label, products, quantities, fact, toolsOf, ...acts }: Props) {
  const all = [...titles, ...(fact ? [fact.title] : []), 'Quantity', 'Add', ...(toolsOf ? ['Change'] : [])]
  const equivalents = useEquivalents(products)
  return (
    <div className={styles.frame}>
      <NoEquivalents equivalents={equivalents} />
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {all.map((title) => (
              <th key={title} scope="col" data-column={title}>
                <span className={title === 'Favorite' || title === 'Change' ? text.unseen : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <Row
              key={product._id}
              product={product}
              pieces={quantities[product._id] ?? minimumQuantity(product)}
              fact={fact}
              toolsOf={toolsOf}
              equivalents={isSoldOut(product) ? equivalents : undefined}
              {...acts}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps extends Omit<Props, 'label' | 'products' | 'quantities'> {
  product: ProductCard
  pieces: number
  equivalents: Equivalents | undefined
}

const Row = memo(function Row(props: RowProps) {
  const { product, pieces, addToCart, setQuantity, AdminTools, fact, toolsOf, equivalents } = props
  const nameId = useId()
  const email = useUser()?.email
  const { InCart } = useContext(SlotsContext)
  return (
    <>
      <tr>
        <td className={styles.mark}>
          {AdminTools ? (
            <Suspense>
              <AdminTools product={product} describedBy={nameId} />
            </Suspense>
          ) : (
            <FavoriteHeart product={product} describedBy={nameId} />
          )}
        </td>
        <th scope="row" className={styles.product}>
          <span className={styles.what}>
            <Link id={nameId} to="/product/$slug" params={{ slug: product.slug }} className={styles.name}>
              <DrugName name={product.name} />
            </Link>
            <ProductMarks product={product} limited={<LimitedMark />} />
            <InCart productId={product._id} />
          </span>
          <StrengthNote note={product.strengthNote} />
          <OrderLimitMarks product={product} />
        </th>
        <td className={styles.number}>
          {/* The column title says NDC, so item numbers need their own label. */}
          {product.dummyNDC ? 'Item Number: ' : <span className={styles.label}>NDC: </span>}
          <span className={styles.whole}>{product.ndcNumber}</span>
        </td>
        <td className={styles.maker}>
          <span className={styles.label}>Mfr: </span>
          {product.manufacturer}
        </td>
        <td className={styles.pack}>{packOf(product)}</td>
        <td className={styles.stock}>
          <Stock product={product} />
        </td>
        <td className={styles.price}>
          <RowPrice product={product} />
          <Tiers tiers={product.priceTiers} />
        </td>
        <td className={styles.unitPrice}>
          <UnitPrice product={product} price={buyerPriceOf(product, email)} />
        </td>
        {fact && (
          <td className={styles.fact}>
            <span className={styles.label}>{fact.title}: </span>
            {fact.of(product)}
          </td>
        )}
        <OrderCells {...{ product, pieces, addToCart, setQuantity, nameId }} />
        {toolsOf && <td className={styles.tools}>{toolsOf(product)}</td>}
      </tr>
      {equivalents?.offers[product._id] && (
        <tr className={styles.other}>
          {/* Spans only columns that are never hidden; spanning hidden ones would take width from the names. */}
          <td colSpan={3}>
            <EquivalentOffers product={product} equivalents={equivalents} add={(other) => addToCart(other, pieces)} />
          </td>
        </tr>
      )}
    </>
  )
})

interface OrderProps {
  product: ProductCard
  pieces: number
  addToCart: AddToCart
  setQuantity: Props['setQuantity']
  nameId: string
}

function OrderCells({ product, pieces, addToCart, setQuantity, nameId }: OrderProps) {
  const { NotifyMe } = useContext(SlotsContext)
  const isNone = isSoldOut(product)
  const mayOrder = useMayOrder()
  const add = (input?: HTMLInputElement) => {
    if (addToCart(product, pieces) && input) goToNext(input)
  }
  return (
    <>
      <td className={styles.quantity}>
        {!isNone && mayOrder && (
          <QuantityBox
            label={`Quantity of ${product.name}`}
            value={pieces}
            onChange={(wanted) => setQuantity(product._id, wanted)}
            onEnter={add}
            isBare
          />
        )}
      </td>
      <td className={styles.add}>
        {mayOrder && (
          <span className={styles.buttons}>
            <button
              type="button"
              className={soft.soft}
              disabled={isNone}
              aria-describedby={nameId}
              onClick={() => add()}
            >
              {orderButtonLabel(product)}
            </button>
            {isNone && <NotifyMe product={product} quantity={pieces} />}
          </span>
        )}
      </td>
    </>
  )
}

/** Moves down the column and skips products that are out of stock. */
const goToNext = (input: HTMLInputElement): void => {
  const all = [...(input.closest('tbody')?.querySelectorAll<HTMLInputElement>('input[data-quantity]') ?? [])]
  all[all.indexOf(input) + 1]?.focus()
}

/** An icon, because words would take room from the product name. */
function LimitedMark() {
  return (
    <>
      <EyeOff size={13} aria-hidden />
      <span className={text.unseen}>Limited visibility</span>
    </>
  )
}

const packOf = ({ packQuantity, packUnit, unitOfMeasure }: ProductCard): string =>
  packQuantity === null ? productUnit(unitOfMeasure) : `${grouped(packQuantity)} ${packUnit}`

function Stock({ product: { isNonStocked, countInStock } }: { product: ProductCard }) {
  if (isNonStocked) return <abbr title="Special Order: Delivers in 2 to 5 business days">2–5 d</abbr>
  return (
    <>
      {grouped(countInStock)}
      <span className={text.unseen}> in stock</span>
    </>
  )
}
