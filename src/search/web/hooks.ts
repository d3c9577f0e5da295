import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { withoutDefaults } from '#web/address.ts'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { catalog, ProductSearch } from '#catalog/contract.ts'

/** The page that the address asks for; the page before stays until it is there. */
export const useProductSearch = (search: ProductSearch) => {
  const isAdmin = useUser()?.isAdmin === true
  return useQuery({
    ...queryOf(isAdmin ? catalog.searchAsAdmin : catalog.search, { query: sentOf(search) }),
    placeholderData: keepPreviousData,
  })
}

/** Counts for the filters; they are the same on every page and in every order. */
export const useFacets = ({ page: _page, order: _order, viewCount: _size, ...filters }: ProductSearch) =>
  useQuery({
    ...queryOf(catalog.facets, { query: sentOf(filters) }),
    placeholderData: keepPreviousData,
    // The column and the sheet of a phone ask together.
    staleTime: 30_000,
  })

const defaults = z.parse(ProductSearch, {})

/** Only what differs from its default, as in the page's own address: one question has one address. */
const sentOf = (filters: Partial<ProductSearch>) => withoutDefaults(filters, defaults)
