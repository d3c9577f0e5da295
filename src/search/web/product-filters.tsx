import { NativeSelect, Switch } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import { everything, type Facets, type ProductSearch, worklists } from '#catalog/contract.ts'
import { useCategories } from '#catalog/web/use-categories.ts'
import { useFacets } from './hooks.ts'
import { useUser } from '#web/session.ts'
import { worklistNames } from './active-filters.tsx'
import { Bones, CountedValue, FacetList, FacetRow } from './facet-list.tsx'
import styles from './product-filters.module.css'

const ratings = [
  { value: everything, label: 'Any' },
  ...[4, 3, 2].map((stars) => ({ value: String(stars), label: `${stars} stars and up` })),
]

interface Props {
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
}

/** The listing's filters. They work before their counts have loaded. */
export function ProductFilters({ search, change }: Props) {
  const areCategoriesPending = useCategories().isPending
  const facets = useFacets(search)
  const counts = facets.data
  const user = useUser()
  const id = useId()
  const toggle = (name: 'stock' | 'cold' | 'contract' | 'favourites', label: string, countId?: string) => (
    <Switch
      label={label}
      aria-describedby={countId}
      checked={search[name]}
      onChange={(event) => change({ [name]: event.currentTarget.checked, page: 1 })}
    />
  )
  return (
    <div className={styles.filters} aria-busy={facets.isPending || facets.isPlaceholderData}>
      <CountedValue id={`${id}stock`} count={counts?.inStock}>
        {toggle('stock', 'In stock', counts && `${id}stock`)}
      </CountedValue>
      <CountedValue id={`${id}cold`} count={counts?.refrigerated}>
        {toggle('cold', 'Only Refrigerated', counts && `${id}cold`)}
      </CountedValue>
      {user && !user.isAdmin && (
        <>
          {toggle('contract', 'Contract price only')}
          {toggle('favourites', 'My favorites')}
        </>
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
      <CategoryList counts={counts} chosen={search.category} choose={(category) => change({ category, page: 1 })} />
      {/* Follows the list whose height is known, so that loading doesn't shift it. */}
      {!areCategoriesPending && (
        <FacetLists search={search} change={change} counts={counts} isPending={facets.isPending} />
      )}
      <NativeSelect
        label="Rating"
        size="xs"
        data={ratings}
        value={ratings.some(({ value }) => value === search.rating) ? search.rating : everything}
        onChange={(event) => change({ rating: event.currentTarget.value, page: 1 })}
      />
    </div>
  )
}

interface FacetListsProps extends Props {
  counts: Facets | undefined
  isPending: boolean
}

const facetLists = [
  { name: 'form', title: 'Form' },
  { name: 'pack', title: 'Pack', plural: 'packs' },
  { name: 'manufacturer', title: 'Manufacturer', plural: 'manufacturers' },
  { name: 'schedule', title: 'DEA schedule', isShort: true },
  { name: 'storage', title: 'Storage', isShort: true },
] as const

/** Short lists have no placeholder. */
function FacetLists({ search, change, counts, isPending }: FacetListsProps) {
  return facetLists.map(({ name, title, ...list }) => (
    <FacetList
      key={name}
      title={title}
      {...('plural' in list && { plural: list.plural })}
      values={counts?.[name]}
      isPending={isPending && !('isShort' in list)}
      chosen={search[name]}
      choose={(value) => change({ [name]: value, page: 1 })}
    />
  ))
}

interface CategoryListProps {
  counts: Facets | undefined
  chosen: string
  choose: (category: string) => void
}

/** All categories; those without results under the other filters are dimmed. */
function CategoryList({ counts, chosen, choose }: CategoryListProps) {
  const { data: categories, isPending } = useCategories()
  const titleId = useId()
  const list = useShown(categories, counts)
  const countOf = (category: string) => counts?.category.find(({ value }) => value === category)?.count || undefined
  return (
    <div>
      <h2 className={styles.title} id={titleId}>
        Categories
      </h2>
      <ul ref={list} className={`${styles.list} ${styles.categories}`} aria-labelledby={titleId}>
        {[everything, ...(categories ?? [])].map((category) => (
          <FacetRow
            key={category}
            label={category === everything ? 'Any' : category}
            count={countOf(category)}
            isFaint={counts !== undefined && category !== everything && countOf(category) === undefined}
            isChosen={category === chosen}
            choose={() => choose(category)}
          />
        ))}
        {isPending && <Bones count={12} />}
      </ul>
    </div>
  )
}

/** Scrolls the selected category, or else the first with results, into view. */
const useShown = (categories: string[] | undefined, counts: Facets | undefined) => {
  const ref = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const list = ref.current
    if (!list || !categories) return
    const [, ...rows] = list.querySelectorAll<HTMLElement>(':scope > li')
    const chosen = rows.find((row) => row.querySelector('[aria-current]'))
    const telling = chosen ? [chosen] : rows.filter((row) => !row.dataset['faint'])
    const end = list.scrollTop + list.clientHeight
    const isSeen = telling.some((row) => row.offsetTop >= list.scrollTop && row.offsetTop + row.offsetHeight <= end)
    if (!isSeen) list.scrollTop = (telling[0]?.offsetTop ?? 0) - list.clientHeight / 3
  }, [categories, counts])
  return ref
}
