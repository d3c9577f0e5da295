import { useQuery } from '@tanstack/react-query'
import { call, queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { extracts } from '../../extracts/contract.ts'
import { licenses } from '../../licenses/contract.ts'

export const useExtracts = () => useQuery(queryOf(extracts.list))

export const useExtract = (id: string) => useQuery(queryOf(extracts.byId, { params: { id } }))

export const useCompareExtract = () =>
  useChange(extracts.compare, { refresh: [extracts.list, licenses.search], quiet: isAboutFields, success: null })

export const useConfirmMatches = (done: () => void) =>
  useChange(extracts.confirm, {
    refresh: [extracts.list, extracts.byId, licenses.search, licenses.list],
    refreshesAlways: true,
    onSuccess: done,
  })

/** What rows of an extract may match, so that only those are sent. */
export const fetchKeys = (state: string, kind: 'state' | 'controlled') =>
  call(extracts.keys, { query: { state, kind } })
