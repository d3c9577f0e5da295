import { X } from 'lucide-react'
import { everything, type ProductSearch, type worklists } from '#catalog/contract.ts'
import styles from './active-filters.module.css'

/** The search parameters of an unfiltered listing. */
export const noFilters = {
  query: everything,
  category: everything,
  price: everything,
  rating: everything,
  cold: false,
  favourites: false,
  worklist: 'all',
  manufacturer: everything,
  form: everything,
  schedule: everything,
  storage: everything,
  pack: everything,
  contract: false,
  stock: false,
  page: 1,
} as const

/** Labels of the worklists for admins. */
export const worklistNames: Record<(typeof worklists)[number], string> = {
  all: 'All products',
  drafts: 'Drafts',
  soldout: 'Out of stock',
  unpriced: 'No price',
  unpictured: 'No picture',
}

interface Filter {
  label: string
  without: Partial<ProductSearch>
}

/** The active filters with their labels. */
export const activeFilters = (search: ProductSearch): Filter[] => {
  const { query, category, price, rating, cold, favourites, worklist, manufacturer, form, schedule, storage, stock } =
    search
  const { pack, contract } = search
  return [
    ...(query === everything ? [] : [{ label: `“${query}”`, without: { query: everything } }]),
    ...(category === everything ? [] : [{ label: category, without: { category: everything } }]),
    ...(form === everything ? [] : [{ label: `Form: ${form}`, without: { form: everything } }]),
    ...(schedule === everything ? [] : [{ label: `Schedule ${schedule}`, without: { schedule: everything } }]),
    ...(storage === everything ? [] : [{ label: storage, without: { storage: everything } }]),
    ...(pack === everything ? [] : [{ label: `Pack: ${pack}`, without: { pack: everything } }]),
    ...(manufacturer === everything ? [] : [{ label: `Mfr: ${manufacturer}`, without: { manufacturer: everything } }]),
    ...(price === everything ? [] : [{ label: `Price ${price}`, without: { price: everything } }]),
    ...(rating === everything ? [] : [{ label: `Rating ${rating} and up`, without: { rating: everything } }]),
    ...(stock ? [{ label: 'In stock', without: { stock: false } }] : []),
    ...(cold ? [{ label: 'Refrigerated', without: { cold: false } }] : []),
    ...(contract ? [{ label: 'Contract price only', without: { contract: false } }] : []),
    ...(favourites ? [{ label: 'My favorites', without: { favourites: false } }] : []),
    ...(worklist === 'all' ? [] : [{ label: worklistNames[worklist], without: { worklist: 'all' as const } }]),
  ]
}

interface Props {
  search: ProductSearch
  change: (patch: Partial<ProductSearch>) => void
}

export function ActiveFilters({ search, change }: Props) {
  const filters = activeFilters(search)
  if (filters.length === 0) return null
  return (
    <ul className={styles.filters} aria-label="Active filters">
      {filters.map(({ label, without }) => (
        <li key={label}>
          <button
            type="button"
            className={styles.filter}
            aria-label={`Remove filter ${label}`}
            onClick={() => change({ ...without, page: 1 })}
          >
            <span>{label}</span>
            <X size={14} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={() => change(noFilters)}>
          Clear filters
        </button>
      </li>
    </ul>
  )
}
