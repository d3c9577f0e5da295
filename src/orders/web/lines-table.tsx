import { Link } from '@tanstack/react-router'
import type { PriceSource } from '#catalog/price-shapes.ts'
import { grouped } from '#shared/number-words.ts'
import { DrugName } from '#catalog/web/drug-name.tsx'
import { SourceOfPrice } from '#catalog/web/buyer-price.tsx'
import type { ReactNode } from 'react'
import { lineCents, toDollars } from '#shared/money.ts'
import { ListTable } from '#web/table/list-table.tsx'
import { Money } from '#web/ui/money.tsx'
import { ProductPicture } from '#web/ui/product-picture.tsx'
import text from '#web/ui/text.module.css'
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
  /** The buyer's note, or the field for it. */
  note?: ReactNode
}

interface Props {
  label: string
  lines: TableLine[]
  currency?: string
}

/** A table of order lines. On phones, the total and quantity × price stand beside the name and number. */
export function LinesTable({ label, lines, currency = 'USD' }: Props) {
  return (
    <div className={styles.lines} data-editable={lines.some(({ quantityField }) => quantityField) || undefined}>
      <ListTable
        caption={label}
        rows={lines.map((line, index) => ({ ...line, key: line._id || index }))}
        rowKey={({ key }) => key}
        columns={[
          { title: 'Product', isName: true, width: '60%', cell: (line) => <Product line={line} /> },
          {
            title: 'Quantity',
            phone: 'middle',
            align: 'right',
            cell: ({ quantity, quantityField }) => quantityField || (quantity === null ? unknown : grouped(quantity)),
          },
          {
            title: 'Price',
            phone: 'end',
            align: 'right',
            cell: (line) => <Price line={line} currency={currency} />,
          },
          {
            title: 'Total',
            phone: 'beside',
            align: 'right',
            cell: (line) => <Total line={line} currency={currency} />,
          },
        ]}
      />
    </div>
  )
}

function Product({ line: { name, slug, page = slug, image, facts, note } }: { line: TableLine }) {
  return (
    <div className={styles.product}>
      <ProductPicture src={image} size={48} />
      <div className={styles.what}>
        {page ? (
          <Link to="/product/$slug" params={{ slug: page }} className={`${text.product} ${styles.name}`}>
            <DrugName name={name} />
          </Link>
        ) : (
          <span className={`${text.product} ${styles.name}`}>
            <DrugName name={name} />
          </span>
        )}
        <span className={styles.facts}>
          <span>{slug}</span>
          {facts}
        </span>
        {typeof note === 'string' ? note && <span className={styles.note}>Note: {note}</span> : note}
      </div>
    </div>
  )
}

interface FigureProps {
  line: TableLine
  currency: string
}

function Price({ line, currency }: FigureProps) {
  const { price, listPrice = price, sold = '', was = null, priceSource } = line
  return (
    <>
      {listPrice !== null && listPrice !== price && (
        <span className={styles.sold}>
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
    </>
  )
}

function Total({ line, currency }: FigureProps) {
  const { price, quantity } = line
  const { total = price === null || quantity === null ? null : toDollars(lineCents({ price, quantity })) } = line
  if (total === null) return unknown
  return (
    <strong>
      <Money amount={total} currency={currency} />
    </strong>
  )
}

const unknown = <span className={text.dimmed}>unknown</span>
