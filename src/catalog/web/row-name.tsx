import { Link } from '@tanstack/react-router'
import text from '#web/ui/text.module.css'
import type { ProductCard } from '../contract.ts'
import { splitName } from '../split-name.ts'
import { DrugName, emphasizeStrengths } from './drug-name.tsx'
import unselected from './drug-name.module.css'
import styles from './product-rows.module.css'

/** The link of a row. Its accessible name is the whole product name, its text lacks what the row shows elsewhere. */
export function RowName({ product, id }: { product: ProductCard; id: string }) {
  const { title, rest } = splitName(product)
  return (
    <Link id={id} to="/product/$slug" params={{ slug: product.slug }} className={`${text.product} ${styles.name}`}>
      <DrugName name={title} draw={emphasizeStrengths} />
      {rest && <span className={`${text.unseen} ${unselected.unseen}`}>{rest}</span>}
    </Link>
  )
}
