import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { catalogue, type ProductSearch } from '../contract.ts'

/** The page that the address asks for; the page before stays until it is there. */
export const useProductSearch = (search: ProductSearch) => {
  const isAdmin = useUser()?.isAdmin === true
  const query = { ...search, cold: String(search.cold), favourites: String(search.favourites) }
  return useQuery({
    ...queryOf(isAdmin ? catalogue.searchAsAdmin : catalogue.search, { query }),
    placeholderData: keepPreviousData,
  })
}

export const useCategories = () => useQuery({ ...queryOf(catalogue.categories), staleTime: 5 * 60_000 })

export const useProduct = (slug: string) => useQuery(queryOf(catalogue.bySlug, { params: { slug } }))

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
