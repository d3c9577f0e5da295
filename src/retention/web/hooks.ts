import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { retention } from '../contract.ts'

export const useRecordKinds = () => useQuery(queryOf(retention.kinds))

export const useHolds = (page: number, released: boolean) =>
  useQuery({ ...queryOf(retention.holds, { query: { page, released } }), placeholderData: keepPreviousData })

/** Refresh after errors too, to show what another admin changed. */
const changeOptions = { refresh: [retention.holds], quiet: isAboutFields, refreshesAlways: true }

export const useAddHold = () => useChange(retention.setHold, changeOptions)
export const useReleaseHold = (done: () => void) =>
  useChange(retention.releaseHold, { ...changeOptions, onSuccess: done })
