import { Link } from '@tanstack/react-router'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { TopProduct } from '../contract.ts'
import { Block } from '#web/ui/block.tsx'
import styles from './figures-table.module.css'
import { useTopProducts } from './hooks.ts'
import { ShareBar } from './share-bar.tsx'
import { YearSelect } from './year-select.tsx'

interface Props {
  year: number
  setYear: (year: number) => void
}

export function TopProducts({ year, setYear }: Props) {
  const query = useTopProducts(year)
  return (
    <Block
      title="Time Based (Top 5)"
      lead="The products most sold in a year."
      controls={<YearSelect label="Year of the top 5 products" year={year} onChange={setYear} />}
    >
      <QueryStates query={query} skeleton={<Skeleton height="14rem" />}>
        {(products) =>
          products.length === 0 ? (
            <p className={styles.none}>Nothing was sold in {year}.</p>
          ) : (
            <ProductTable products={products} isStale={query.isPlaceholderData} />
          )
        }
      </QueryStates>
    </Block>
  )
}

function ProductTable({ products, isStale }: { products: TopProduct[]; isStale: boolean }) {
  const most = products[0]?.totalQuantity ?? 0
  return (
    <table className={styles.table} data-stale={isStale || undefined} aria-label="Top 5 products">
      <thead>
        <tr>
          <th scope="col" className={styles.words}>
            Product ID
          </th>
          <th scope="col">Total quantity</th>
        </tr>
      </thead>
      <tbody>
        {products.map(({ _id, ndcNumber, name, slug, totalQuantity }) => (
          <tr key={_id}>
            <td className={styles.words}>
              <Link to="/product/$slug" params={{ slug }} className={styles.name}>
                {ndcNumber || slug}
              </Link>
              <span className={styles.sub}>{name}</span>
              <ShareBar part={totalQuantity} whole={most} />
            </td>
            <td className={styles.total}>{totalQuantity.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
