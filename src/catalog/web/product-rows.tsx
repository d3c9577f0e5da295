import { EyeOff, PackagePlus, Plus } from 'lucide-react'
import { type ComponentType, memo, type ReactNode, Suspense, useContext, useId } from 'react'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import { SlotsContext } from '#web/slots.ts'
import { QuantityBox } from '#web/ui/quantity-box.tsx'
import soft from '#web/ui/soft-button.module.css'
import text from '#web/ui/text.module.css'
import { grouped } from '#shared/number-words.ts'
import type { Equivalents, ProductCard } from '../contract.ts'
import { minimumQuantity, orderBlock } from '../order-quantity.ts'
import { splitName } from '../split-name.ts'
import { productUnit } from '../unit-words.ts'
import { buyerPriceOf, Tiers } from './buyer-price.tsx'
import { StrengthNote } from './drug-name.tsx'
import { FavoriteHeart } from './favorite-heart.tsx'
import { orderedWords } from './ordered-words.ts'
import { EquivalentOffers, isSoldOut, NoEquivalents, useEquivalents } from './equivalent-offers.tsx'
import { OrderLimitMarks } from './order-limit-marks.tsx'
import { OrderBlockText } from './order-block-text.tsx'
import { orderButtonLabel } from './order-button-label.ts'
import type { AddToCart } from './product-page.tsx'
import { ProductMarks } from './product-marks.tsx'
import { RowName } from './row-name.tsx'
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
  /** In the first column instead of the heart. */
  mark?: { title: string; Cell: ComponentType<{ product: ProductCard; describedBy: string }> } | undefined
  /** An extra fact below the name. */
  factOf?: ((product: ProductCard) => ReactNode) | undefined
  /** Extra actions of a row. */
  toolsOf?: ((product: ProductCard) => ReactNode) | undefined
}

const titles = ['Product', 'Pack', 'Stock', 'Price', 'Unit price', 'Quantity'] as const

/** Products in a table that can be ordered by keyboard: Enter in a quantity adds it and moves to the next row. */
export function ProductRows({ label, products, quantities, toolsOf, ...acts }: Props) {
  const equivalents = useEquivalents(products)
  return (
    <div className={styles.frame}>
      <NoEquivalents equivalents={equivalents} />
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" data-column="Mark">
              <span className={text.unseen}>{acts.mark?.title ?? 'Favorite'}</span>
            </th>
            {titles.map((title) => (
              <th key={title} scope="col" data-column={title}>
                {title}
              </th>
            ))}
            {toolsOf && (
              <th scope="col" data-column="Change">
                <span className={text.unseen}>Change</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {products.map((product) => (
            <Row
              key={product._id}
              product={product}
              pieces={quantities[product._id] ?? minimumQuantity(product)}
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
  const { product, pieces, addToCart, setQuantity, mark, factOf, toolsOf, equivalents } = props
  const nameId = useId()
  const email = useUser()?.email
  const pack = splitName(product).pack || packOf(product)
  return (
    <>
      <tr>
        <td className={styles.mark}>
          {mark ? (
            <Suspense>
              <mark.Cell product={product} describedBy={nameId} />
            </Suspense>
          ) : (
            <FavoriteHeart product={product} describedBy={nameId} />
          )}
        </td>
        <th scope="row" className={styles.product}>
          <RowName product={product} id={nameId} />
          <RowFacts product={product} pack={pack} fact={factOf?.(product)} />
          <StrengthNote note={product.strengthNote} />
        </th>
        <td className={styles.pack}>{pack}</td>
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
        <td>
          <OrderTools {...{ product, pieces, addToCart, setQuantity, nameId }} />
        </td>
        {toolsOf && <td className={styles.tools}>{toolsOf(product)}</td>}
      </tr>
      {equivalents?.offers[product._id] && (
        <tr className={styles.other}>
          {/* Spans only columns that are never hidden; spanning hidden ones would take width from the names. */}
          <td colSpan={2}>
            <EquivalentOffers product={product} equivalents={equivalents} add={(other) => addToCart(other, pieces)} />
          </td>
        </tr>
      )}
    </>
  )
})

/** The second line of a row. */
function RowFacts({ product, pack, fact }: { product: ProductCard; pack: string; fact: ReactNode }) {
  const { ndcNumber, dummyNDC, manufacturer } = product
  const ordered = orderedWords(product)
  return (
    <span className={styles.facts}>
      <span>
        {/* Digits in NDC form need no visible label. */}
        {dummyNDC ? 'Item Number: ' : <span className={text.unseen}>NDC: </span>}
        {ndcNumber}
      </span>
      {manufacturer && (
        <>
          {' '}
          <span>
            <span className={text.unseen}>Mfr: </span>
            {manufacturer}
          </span>
        </>
      )}
      {pack && (
        <>
          {' '}
          <span className={styles.narrow}>{pack}</span>
        </>
      )}
      {fact && (
        <>
          {' '}
          <span>{fact}</span>
        </>
      )}
      {ordered && (
        <>
          {' '}
          <span>{ordered}</span>
        </>
      )}
      <span className={styles.marks}>
        <ProductMarks product={product} limited={<LimitedMark />} />
      </span>{' '}
      <OrderLimitMarks product={product} />
    </span>
  )
}

interface OrderProps {
  product: ProductCard
  pieces: number
  addToCart: AddToCart
  setQuantity: Props['setQuantity']
  nameId: string
}

/** An icon adds, because words in every row would take the room of the names. */
function OrderTools({ product, pieces, addToCart, setQuantity, nameId }: OrderProps) {
  const { InCart, NotifyMe } = useContext(SlotsContext)
  const label = orderButtonLabel(product)
  const Icon = product.isNonStocked ? PackagePlus : Plus
  if (!useMayOrder()) return null
  const add = (input?: HTMLInputElement) => {
    if (addToCart(product, pieces) && input) goToNext(input)
  }
  if (orderBlock(product)) return <OrderBlockText product={product} />
  const inCart = (
    <span className={styles.inCart}>
      <InCart productId={product._id} />
    </span>
  )
  if (isSoldOut(product))
    return (
      <span className={styles.order}>
        <button type="button" className={soft.soft} disabled aria-describedby={nameId}>
          {label}
        </button>
        <NotifyMe product={product} quantity={pieces} />
        {inCart}
      </span>
    )
  return (
    <span className={styles.order}>
      <QuantityBox
        label={`Quantity of ${product.name}`}
        value={pieces}
        onChange={(wanted) => setQuantity(product._id, wanted)}
        onEnter={add}
        isBare
      />
      <button
        type="button"
        className={styles.add}
        aria-label={label}
        aria-describedby={nameId}
        title={label}
        onClick={() => add()}
      >
        <Icon size={18} aria-hidden />
      </button>
      {inCart}
    </span>
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
