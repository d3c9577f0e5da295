import { Link } from '@tanstack/react-router'
import type { PriceSource } from '#catalog/price-shapes.ts'
import { grouped } from '#shared/number-words.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { SourceOfPrice } from '#catalog/web/buyer-price.tsx'
import type { ReactNode } from 'react'
import { lineCents, toDollars } from '#shared/money.ts'
import { Money } from '#web/ui/money.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import styles from './lines-table.module.css'

export interface TableLine {
  _id: string
  name: string
  slug: string
  /** The slug of the product page, if it differs from the number. */
  page?: string | undefined
  image: string
  /** Null if unknown, like price and total. */
  quantity: number | null
  price: number | null
  /** Set if it is not exactly price times quantity. */
  total?: number | null
  /** Shown struck through if it differs from the price. */
  listPrice?: number | null
  /** The unit of the price: `per bottle of 100`. */
  sold?: string | undefined
  /** The price when the buyer added the line, if it differs. */
  was?: number | null | undefined
  /** The contract the price comes from. */
  priceSource?: PriceSource | undefined
  /** Replaces the quantity if it can be edited. */
  quantityField?: ReactNode
  /** Badges below the name. */
  facts?: ReactNode
}

interface Props {
  label: string
  lines: TableLine[]
  currency?: string
}

/** A table of order lines; the rows become cards on narrow screens. */
export function LinesTable({ label, lines, currency = 'USD' }: Props) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col" className={styles.number}>
            Quantity
          </th>
          <th scope="col" className={styles.number}>
            Price
          </th>
          <th scope="col" className={styles.number}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          <Line key={line._id || index} line={line} currency={currency} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line, currency }: { line: TableLine; currency: string }) {
  const { name, slug, page = slug, image, quantity, price, listPrice = price, priceSource, quantityField, facts } = line
  const { sold = '', was = null } = line
  const { total = price === null || quantity === null ? null : toDollars(lineCents({ price, quantity })) } = line
  return (
    <tr>
      <td className={styles.product}>
        <ProductPicture src={image} size={48} />
        <div className={styles.what}>
          {page ? (
            <Link to="/product/$slug" params={{ slug: page }} className={styles.name}>
              <DrugName name={name} />
            </Link>
          ) : (
            <span className={styles.name}>
              <DrugName name={name} />
            </span>
          )}
          <span className={styles.facts}>
            {slug}
            {facts}
          </span>
        </div>
      </td>
      <td className={styles.number} data-quantity>
        {quantityField || (quantity === null ? unknown : grouped(quantity))}
      </td>
      <td className={styles.number} data-price>
        {listPrice !== null && listPrice !== price && (
          <span className={styles.list}>
            <Money amount={listPrice} currency={currency} isStruck />
          </span>
        )}
        {price === null ? unknown : <Money amount={price} currency={currency} />}
        {sold && <span className={styles.sold}>{sold}</span>}
        <SourceOfPrice source={priceSource} />
        {was !== null && price !== null && (
          <span className={styles.changed}>
            was <Money amount={was} currency={currency} />, now <Money amount={price} currency={currency} />
          </span>
        )}
      </td>
      <td className={styles.number} data-total>
        {total === null ? unknown : <Money amount={total} currency={currency} />}
      </td>
    </tr>
  )
}

const unknown = <span className={styles.unknown}>unknown</span>
