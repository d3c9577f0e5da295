import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { licenses } from '../../licenses/contract.ts'

/** Our own without a user. */
export const useLicenses = (forUser?: string) => useQuery(queryOf(licenses.list, { query: forUser ? { forUser } : {} }))

/** Refresh after errors too, to show what another admin changed. */
const changeOptions = { refresh: [licenses.list], quiet: isAboutFields, refreshesAlways: true }

export const useAddLicense = () => useChange(licenses.add, changeOptions)
export const useChangeLicense = () => useChange(licenses.change, changeOptions)
export const useVerifyLicense = () => useChange(licenses.verify, changeOptions)
export const useSuspendLicense = (done: () => void) =>
  useChange(licenses.suspend, { ...changeOptions, onSuccess: done })
export const useRemoveLicense = (done: () => void) => useChange(licenses.remove, { ...changeOptions, onSuccess: done })
