import { NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { everything, pageSizes, type ProductSearch, type sortOrders } from '#catalogue/contract.ts'
import styles from './listing-controls.module.css'

const orders: Record<(typeof sortOrders)[number], string> = {
  newest: 'Newest',
  lowest: 'Price: low to high',
  highest: 'Price: high to low',
  toprated: 'Top rated',
  featured: 'Featured',
}

interface Props {
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
}

/** How the results are ordered, and how many a page shows. */
export function ListingControls({ search, change }: Props) {
  const [orderId, sizeId] = [useId(), useId()]
  const newest = search.query === everything ? orders.newest : 'Best match'
  const options = Object.entries({ ...orders, newest }).map(([value, label]) => ({ value, label }))
  return (
    <div className={styles.controls}>
      <div className={styles.control}>
        <label className={styles.label} htmlFor={orderId}>
          Sort by
        </label>
        <NativeSelect
          id={orderId}
          size="xs"
          data={options}
          value={search.order}
          // The options are the keys of `orders`.
          onChange={(event) => change({ order: event.currentTarget.value as ProductSearch['order'], page: 1 })}
        />
      </div>
      <div className={styles.control}>
        <label className={styles.label} htmlFor={sizeId}>
          Per page
        </label>
        <NativeSelect
          id={sizeId}
          size="xs"
          data={pageSizes.map(String)}
          value={String(search.viewCount)}
          // The options are the page sizes.
          onChange={(event) =>
            change({ viewCount: Number(event.currentTarget.value) as ProductSearch['viewCount'], page: 1 })
          }
        />
      </div>
    </div>
  )
}
