import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { orderGuides, type purchaseDays } from '../../guides/contract.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'

const lists = [orderGuides.list, orderGuides.byId]

export const useGuides = (isWanted = true) => useQuery({ ...queryOf(orderGuides.list), enabled: isWanted })

export const useGuide = (id: string) => useQuery(queryOf(orderGuides.byId, { params: { id } }))

export const usePurchases = (days: (typeof purchaseDays)[number]) =>
  useQuery(queryOf(orderGuides.purchases, { query: { days } }))

export const useMakeGuide = (made: (id: string) => void) =>
  useChange(orderGuides.make, {
    refresh: lists,
    quiet: isAboutFields,
    onSuccess: ({ _id }) => made(_id),
  })

export const useRenameGuide = (renamed: () => void) =>
  useChange(orderGuides.rename, { refresh: lists, quiet: isAboutFields, onSuccess: renamed })

export const useRemoveGuide = (removed: () => void) =>
  useChange(orderGuides.remove, { refresh: [orderGuides.list], onSuccess: removed })

export const useAddLines = (added?: () => void) =>
  useChange(orderGuides.addLines, { refresh: lists, onSuccess: () => added?.() })

/** No message, because the line visibly moved. A refusal means that another user was faster. */
export const useChangeLine = () =>
  useChange(orderGuides.changeLine, { refresh: lists, refreshesAlways: true, success: null })

export const useRemoveLine = () => useChange(orderGuides.removeLine, { refresh: lists, refreshesAlways: true })

export const useSaveSchedule = (saved?: () => void) =>
  useChange(orderGuides.schedule, {
    refresh: lists,
    refreshesAlways: true,
    quiet: isAboutFields,
    onSuccess: () => saved?.(),
  })

export const useSkipOrder = () => useChange(orderGuides.skip, { refresh: lists, refreshesAlways: true })

export const useRemoveSchedule = () => useChange(orderGuides.removeSchedule, { refresh: lists, refreshesAlways: true })
