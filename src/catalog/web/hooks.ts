import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { knownAhead, queryOf, useChange } from '#web/api.ts'
import { catalogue } from '../contract.ts'

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
