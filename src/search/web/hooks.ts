import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { withoutDefaults } from '#web/address.ts'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { catalog, ProductSearch } from '#catalog/contract.ts'

/** The page in the address; the previous page stays visible while it loads. */
export const useProductSearch = (search: ProductSearch) => {
  const isAdmin = useUser()?.isAdmin === true
  return useQuery({
    ...queryOf(isAdmin ? catalog.searchAsAdmin : catalog.search, { query: sentOf(search) }),
    placeholderData: keepPreviousData,
  })
}

/** Facet counts do not depend on page, order or page size. */
export const useFacets = ({ page: _page, order: _order, viewCount: _size, ...filters }: ProductSearch) =>
  useQuery({
    ...queryOf(catalog.facets, { query: sentOf(filters) }),
    placeholderData: keepPreviousData,
    // Shared by the filter column and the mobile sheet.
    staleTime: 30_000,
  })

const defaults = z.parse(ProductSearch, {})

/** Drops default values, as the page's address does, so that equal searches share one URL. */
const sentOf = (filters: Partial<ProductSearch>) => withoutDefaults(filters, defaults)
