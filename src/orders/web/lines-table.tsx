import { Link } from '@tanstack/react-router'
import { DrugName } from '#catalogue/web/drug-name.tsx'
import type { ReactNode } from 'react'
import { lineCents, toDollars } from '#shared/money.ts'
import { Money } from '#web/ui/money.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import styles from './lines-table.module.css'

export interface TableLine {
  _id: string
  name: string
  slug: string
  image: string
  quantity: number
  price: number
  /** Shown struck through where it differs from the price. */
  listPrice?: number
  /** Badges below the name. */
  facts?: ReactNode
}

/** What is ordered, line by line; the rows become cards on narrow screens. */
export function LinesTable({ label, lines }: { label: string; lines: TableLine[] }) {
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
          <Line key={line._id || index} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line }: { line: TableLine }) {
  const { name, slug, image, quantity, price, listPrice = price, facts } = line
  return (
    <tr>
      <td className={styles.product}>
        <ProductPicture src={image} size={48} />
        <div className={styles.what}>
          {slug ? (
            <Link to="/product/$slug" params={{ slug }} className={styles.name}>
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
        {quantity.toLocaleString('en-US')}
      </td>
      <td className={styles.number} data-price>
        {listPrice !== price && (
          <span className={styles.list}>
            <Money amount={listPrice} isStruck />
          </span>
        )}
        <Money amount={price} />
      </td>
      <td className={styles.number} data-total>
        <Money amount={toDollars(lineCents({ price, quantity }))} />
      </td>
    </tr>
  )
}
