import { Button, NativeSelect } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { LayoutGrid, Rows3, SearchX } from 'lucide-react'
import { type ComponentType, Suspense, useDeferredValue, useEffect, useId } from 'react'
import { everything, pageSizes, ProductSearch, type Remarks, type sortOrders } from '#catalog/contract.ts'
import { type CatalogView, chooseCatalogView, useCatalogView } from '#catalog/web/catalog-view.ts'
import { useProductSearch } from './hooks.ts'
import type { AddToCart } from '#catalog/web/product-page.tsx'
import { useWholeWidth } from '#web/display.ts'
import { portalSettings } from '#web/portal-settings.ts'
import { useUser } from '#web/session.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import heading from '#web/ui/page-heading.module.css'
import { useTitle } from '#web/ui/page-heading.tsx'
import { PageNumbers } from '#web/ui/page-numbers.tsx'
import { LoadFailed } from '#web/ui/query-states.tsx'
import { useAddress } from '#web/use-address.ts'
import { grouped } from '#shared/number-words.ts'
import { activeFilters, ActiveFilters, noFilters } from './active-filters.tsx'
import { FiltersDrawer } from './filters-drawer.tsx'
import { Listing } from './listing.tsx'
import { ProductFilters } from './product-filters.tsx'
import styles from './search-page.module.css'
import { NothingShown, SearchRemarks } from './search-remarks.tsx'

const RecordsFound = lazyPart(() => import('./records-found.tsx').then((module) => module.RecordsFound))

interface Props {
  addToCart: AddToCart
  /** Catalog-wide actions for admins. */
  AdminTools: ComponentType
}

/** The catalog page; all its state is in the address. */
export function SearchPage({ addToCart, AdminTools }: Props) {
  const [search, setSearch] = useAddress(ProductSearch)
  const view = useCatalogView()
  const { data: found, error, refetch, isPlaceholderData } = useProductSearch(search)
  const title = 'Product Catalog'
  const user = useUser()
  const isAdmin = user?.isAdmin === true
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  useTitle(search.query === everything ? title : search.query)
  useWholeWidth()

  const filter = (patch: Partial<ProductSearch>) => setSearch(patch)
  // Deferred, so that slow phones render many products in small steps. Remarks are deferred with them; otherwise they
  // could appear above the products of another search.
  const drawn = useDeferredValue(found)
  const isStale = isPlaceholderData || drawn !== found
  const count = drawn?.countProducts
  const shownPage = isPlaceholderData ? undefined : found?.page
  useEffect(() => {
    // A page past the end returns the last page, so the address is corrected.
    if (shownPage !== undefined && shownPage !== search.page) setSearch({ page: shownPage }, { replace: true })
  }, [shownPage, search.page, setSearch])
  const isEmpty = count === 0 && !isStale

  return (
    <div className={styles.page}>
      {isWide && (
        <aside className={styles.side} aria-label="Filters">
          <ProductFilters search={search} change={filter} />
        </aside>
      )}
      <div className={styles.results}>
        <div className={styles.head}>
          <h1 className={heading.title}>{title}</h1>
          <output className={styles.count}>
            {count !== undefined && `${grouped(count)} ${count === 1 ? 'result' : 'results'}`}
          </output>
          {isAdmin && (
            <Suspense>
              <AdminTools />
            </Suspense>
          )}
          <div className={styles.tools}>
            <FiltersDrawer search={search} change={filter} count={count} />
            <ListingControls search={search} view={view} change={filter} />
          </div>
        </div>
        {!user && search.query === everything && <Welcome />}
        <ActiveFilters search={search} change={filter} />
        {user && search.query !== everything && (
          <Suspense>
            <RecordsFound query={search.query} />
          </Suspense>
        )}
        {drawn && !isStale && (
          <SearchRemarks query={search.query} found={drawn.products.map(({ slug }) => slug)} remarks={drawn} />
        )}
        {error && <LoadFailed error={error} retry={() => void refetch()} />}
        {isEmpty ? (
          <NoProduct search={search} change={filter} remarks={drawn} />
        ) : (
          <Listing
            view={view}
            products={count === 0 ? undefined : drawn?.products}
            isStale={isStale}
            isFailed={error !== null}
            size={search.viewCount}
            addToCart={addToCart}
          />
        )}
        {drawn && !isEmpty && (
          <div className={styles.foot}>
            <PageNumbers page={drawn.page} pages={drawn.pages} goTo={(page) => setSearch({ page })} />
            <PageSize search={search} change={filter} />
          </div>
        )}
      </div>
    </div>
  )
}

/** Tells visitors what this is. */
function Welcome() {
  return (
    <p className={styles.welcome}>
      Ordering for licensed pharmacies, clinics and hospitals. <Link to="/signup">Request an account</Link> or{' '}
      <Link to="/signin">sign in</Link> to see your prices.
      {portalSettings.demo && ' Demo accounts are on the sign-in page.'}
    </p>
  )
}

interface NoProductProps {
  search: ProductSearch
  remarks: Remarks | undefined
  change: (patch: Partial<ProductSearch>) => void
}

function NoProduct({ search, remarks, change }: NoProductProps) {
  const filters = activeFilters(search)
  return (
    <EmptyState icon={<SearchX size={28} strokeWidth={1.5} />} title="No Product Found">
      {filters.length === 0 ? (
        'The catalog is empty.'
      ) : (
        <>
          {remarks && <NothingShown {...remarks} />}
          <span>
            No products match {filters.map(({ label }) => label).join(', ')}. Try a name, a manufacturer or an NDC in
            any format.
          </span>
          <Button variant="default" onClick={() => change(noFilters)}>
            Clear filters
          </Button>
        </>
      )}
    </EmptyState>
  )
}

const orders: Record<(typeof sortOrders)[number], string> = {
  newest: 'Newest',
  lowest: 'Price: low to high',
  highest: 'Price: high to low',
  toprated: 'Top rated',
  featured: 'Featured',
}

interface ListingControlsProps {
  search: ProductSearch
  view: CatalogView
  change: (patch: Partial<ProductSearch>) => void
}

/** View and sort order. */
function ListingControls({ search, view, change }: ListingControlsProps) {
  const orderId = useId()
  const newest = search.query === everything ? orders.newest : 'Best match'
  const options = Object.entries({ ...orders, newest }).map(([value, label]) => ({ value, label }))
  return (
    <div className={styles.controls}>
      <ViewSwitch view={view} />
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
    </div>
  )
}

function PageSize({ search, change }: Pick<ListingControlsProps, 'search' | 'change'>) {
  const sizeId = useId()
  return (
    <div className={styles.control} data-screen>
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
  )
}

const views = [
  ['list', 'List', Rows3],
  ['tiles', 'Tiles', LayoutGrid],
] as const

/** Switches between rows and tiles; the choice is stored in the browser. */
function ViewSwitch({ view }: { view: CatalogView }) {
  return (
    <fieldset className={styles.switch} aria-label="View">
      {views.map(([name, label, Icon]) => (
        <button
          key={name}
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={view === name}
          onClick={() => chooseCatalogView(name)}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  )
}
