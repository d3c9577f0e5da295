import { NativeSelect, Switch } from '@mantine/core'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useUser } from '#web/session.ts'
import { everything, type ProductSearch, worklists } from '../contract.ts'
import { worklistNames } from './active-filters.tsx'
import { useCategories } from './hooks.ts'
import styles from './product-filters.module.css'

const ratings = [
  { value: everything, label: 'Any' },
  ...[4, 3, 2].map((stars) => ({ value: String(stars), label: `${stars} stars and up` })),
]

interface Props {
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
}

export function ProductFilters({ search, change }: Props) {
  const { data: categories = [], isPending } = useCategories()
  const user = useUser()
  return (
    <div className={styles.filters}>
      <Switch
        label="Only Refrigerated"
        checked={search.cold}
        onChange={(event) => change({ cold: event.currentTarget.checked, page: 1 })}
      />
      {user && !user.isAdmin && (
        <Switch
          label="My favourites"
          checked={search.favourites}
          onChange={(event) => change({ favourites: event.currentTarget.checked, page: 1 })}
        />
      )}
      {user?.isAdmin && (
        <NativeSelect
          label="Show"
          size="xs"
          data={worklists.map((value) => ({ value, label: worklistNames[value] }))}
          value={search.worklist}
          // The options are the worklists.
          onChange={(event) => change({ worklist: event.currentTarget.value as ProductSearch['worklist'], page: 1 })}
        />
      )}
      <NativeSelect
        label="Rating"
        size="xs"
        data={ratings}
        value={ratings.some(({ value }) => value === search.rating) ? search.rating : everything}
        onChange={(event) => change({ rating: event.currentTarget.value, page: 1 })}
      />
      <h2 className={styles.title} id="categories">
        Categories
      </h2>
      <ul className={styles.list} aria-labelledby="categories">
        {[everything, ...categories].map((category) => (
          <li key={category}>
            <button
              type="button"
              className={styles.category}
              aria-current={category === search.category || undefined}
              onClick={() => change({ category, page: 1 })}
            >
              {category === everything ? 'Any' : category}
            </button>
          </li>
        ))}
        {isPending &&
          Array.from({ length: 12 }, (_, at) => (
            <li key={at} className={styles.bone}>
              <Skeleton width={`${55 + ((at * 17) % 40)}%`} />
            </li>
          ))}
      </ul>
    </div>
  )
}
