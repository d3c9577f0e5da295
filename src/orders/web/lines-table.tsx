import { Link } from '@tanstack/react-router'
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

interface Props {
  label: string
  lines: TableLine[]
}

/** The roles are written out because the rows become cards on narrow screens, where browsers forget the table. */
export function LinesTable({ label, lines }: Props) {
  return (
    <table className={styles.table} role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Product
          </th>
          <th scope="col" role="columnheader" className={styles.number}>
            Quantity
          </th>
          <th scope="col" role="columnheader" className={styles.number}>
            Price
          </th>
          <th scope="col" role="columnheader" className={styles.number}>
            Total
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
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
    <tr role="row">
      <td role="cell" className={styles.product}>
        <ProductPicture src={image} size={48} />
        <div className={styles.what}>
          {slug ? (
            <Link to="/product/$slug" params={{ slug }} className={styles.name}>
              {name}
            </Link>
          ) : (
            <span className={styles.name}>{name}</span>
          )}
          <span className={styles.facts}>
            {slug}
            {facts}
          </span>
        </div>
      </td>
      <td role="cell" className={styles.number} data-quantity>
        {quantity.toLocaleString('en-US')}
      </td>
      <td role="cell" className={styles.number} data-price>
        {listPrice !== price && (
          <span className={styles.list}>
            <Money amount={listPrice} isStruck />
          </span>
        )}
        <Money amount={price} />
      </td>
      <td role="cell" className={styles.number} data-total>
        <Money amount={toDollars(lineCents({ price, quantity }))} />
      </td>
    </tr>
  )
}
