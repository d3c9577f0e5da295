import { keepPreviousData, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { withoutDefaults } from '#web/address.ts'
import { knownAhead, queryOf, useChange } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { catalogue, ProductSearch } from '../contract.ts'

/** The page that the address asks for; the page before stays until it is there. */
export const useProductSearch = (search: ProductSearch) => {
  const isAdmin = useUser()?.isAdmin === true
  return useQuery({
    ...queryOf(isAdmin ? catalogue.searchAsAdmin : catalogue.search, { query: sentOf(search) }),
    placeholderData: keepPreviousData,
  })
}

/** Counts for the filters; they are the same on every page and in every order. */
export const useFacets = ({ page: _page, order: _order, viewCount: _size, ...filters }: ProductSearch) =>
  useQuery({
    ...queryOf(catalogue.facets, { query: sentOf(filters) }),
    placeholderData: keepPreviousData,
    // The column and the sheet of a phone ask together.
    staleTime: 30_000,
  })

const defaults = z.parse(ProductSearch, {})

/** Only what differs from its default, as in the page's own address: one question has one address. */
const sentOf = (filters: Partial<ProductSearch>) => withoutDefaults(filters, defaults)

/** The best hits for what is being typed; those before stay until they are there. */
export const useSuggestions = (text: string) =>
  useQuery({
    ...queryOf(catalogue.suggest, { query: { query: text } }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })

export const useCategories = () => useQuery({ ...queryOf(catalogue.categories), staleTime: 5 * 60_000 })

export const useProduct = (slug: string) => {
  const asked = { params: { slug } }
  return useQuery({ ...queryOf(catalogue.bySlug, asked), initialData: () => knownAhead(catalogue.bySlug, asked) })
}

export const useReviews = (id: string, page: number) =>
  useQuery({
    ...queryOf(catalogue.reviews, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  })

const rated = [catalogue.reviews, catalogue.bySlug, catalogue.search, catalogue.searchAsAdmin]

export const useReview = (saved: () => void) =>
  useChange(catalogue.review, { refresh: rated, success: ({ message }) => message, onSuccess: saved })

export const useRemoveReview = (removed: () => void) =>
  useChange(catalogue.removeReview, { refresh: rated, success: ({ message }) => message, onSuccess: removed })
