import { useEffect, useId, useRef } from 'react'
import { everything, type Facets } from '#catalogue/contract.ts'
import { Bones } from './facet-list.tsx'
import { FacetRow } from './facet-row.tsx'
import { useCategories } from '#catalogue/web/hooks.ts'
import styles from './product-filters.module.css'

interface Props {
  counts: Facets | undefined
  chosen: string
  choose: (category: string) => void
}

/** Every category there is, those that the other filters leave nothing of in faint letters. */
export function CategoryList({ counts, chosen, choose }: Props) {
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

/** Brings what is chosen, else something that leads somewhere, into sight of a list that holds more than it shows. */
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
