import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sendDocument } from '#files/web/upload-document.ts'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { toastError, toastSuccess } from '#web/toast.ts'
import { licenses } from '../../licenses/contract.ts'
import type { LicenseFilter } from '../../licenses/license-shapes.ts'

/** Our own without a user. */
export const useLicenses = (forUser?: string) => useQuery(queryOf(licenses.list, { query: forUser ? { forUser } : {} }))

export const useOwnLicenses = () => useQuery(queryOf(licenses.own))

export const useLicenseSearch = (query: { page: number; only?: LicenseFilter; q: string }) =>
  useQuery({ ...queryOf(licenses.search, { query }), placeholderData: keepPreviousData })

const reads = [licenses.list, licenses.search, licenses.own]

/** Refresh after errors too, to show what another admin changed. */
const changeOptions = { refresh: reads, quiet: isAboutFields, refreshesAlways: true }

export const useAddLicense = () => useChange(licenses.add, changeOptions)
export const useChangeLicense = () => useChange(licenses.change, changeOptions)
export const useVerifyLicense = () => useChange(licenses.verify, changeOptions)
export const useSuspendLicense = (done: () => void) =>
  useChange(licenses.suspend, { ...changeOptions, onSuccess: done })
export const useRemoveLicense = (done: () => void) => useChange(licenses.remove, { ...changeOptions, onSuccess: done })
export const useDeclineRenewal = (done: () => void) =>
  useChange(licenses.declineRenewal, { ...changeOptions, onSuccess: done })

const maxBytes = 5 * 1024 * 1024

/** Sends a copy of a license, as a renewal if there is a new date. Resolves to whether it was stored. */
export const useSendFile = (licenseId: string) => {
  const client = useQueryClient()
  const [isPending, setIsPending] = useState(false)
  const send = async (file: File, renewedUntil?: string): Promise<boolean> => {
    if (file.size > maxBytes) {
      toastError('The file is too large. The limit is 5 MB.')
      return false
    }
    setIsPending(true)
    try {
      const address = licenses.addFile.path.replace(':id', licenseId)
      toastSuccess(await sendDocument(renewedUntil ? `${address}?renewedUntil=${renewedUntil}` : address, file))
      for (const { path } of reads) void client.invalidateQueries({ queryKey: [path] })
      return true
    } catch (error) {
      toastError(error instanceof Error ? error.message : 'The file could not be sent. Try again.')
      return false
    } finally {
      setIsPending(false)
    }
  }
  return { isPending, send }
}
