import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { prefetched, queryOf, useChange } from '#web/api.ts'
import { catalog } from '../contract.ts'

export const useProduct = (slug: string) => {
  const asked = { params: { slug } }
  return useQuery({ ...queryOf(catalog.bySlug, asked), initialData: () => prefetched(catalog.bySlug, asked) })
}

export const useReviews = (id: string, page: number) =>
  useQuery({
    ...queryOf(catalog.reviews, { params: { id }, query: { page } }),
    placeholderData: keepPreviousData,
  })

const rated = [catalog.reviews, catalog.bySlug, catalog.search, catalog.searchAsAdmin]

export const useReview = (saved: () => void) => useChange(catalog.review, { refresh: rated, onSuccess: saved })

export const useRemoveReview = (removed: () => void) =>
  useChange(catalog.removeReview, { refresh: rated, onSuccess: removed })
