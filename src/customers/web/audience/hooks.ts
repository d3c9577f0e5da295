import { useQuery, useQueryClient } from '@tanstack/react-query'
import { editedQueryOf, queryOf, useChange } from '#web/api.ts'
import { businessGroups } from '../../audience/contract.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'

export const useGroups = () => useQuery(queryOf(businessGroups.list))
export const useGroup = (id: string) => useQuery(editedQueryOf(businessGroups.byId, { params: { id } }))

export const useMakeGroup = (made: (id: string) => void) =>
  useChange(businessGroups.make, {
    refresh: [businessGroups.list, businessGroups.byId],
    quiet: isAboutFields,
    onSuccess: ({ _id }) => made(_id),
  })

/** Prices and visibility depend on the members, so all queries are refreshed. */
export const useChangeGroup = (done: () => void) => {
  const client = useQueryClient()
  return useChange(businessGroups.change, {
    quiet: isAboutFields,
    onSuccess: () => {
      void client.invalidateQueries()
      done()
    },
  })
}

export const useRemoveGroup = (done: () => void) =>
  useChange(businessGroups.remove, { refresh: [businessGroups.list], onSuccess: done })
