import { useQuery } from '@tanstack/react-query'
import { callAddress } from '#web/api-address.ts'
import { editedQueryOf, queryOf, useChange } from '#web/api.ts'
import { download } from '#web/download.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { countedQueryOf, type Table } from '#web/table/use-table.ts'
import { toastError } from '#web/toast.ts'
import { accounts } from '#identity/contract.ts'
import { convertFailedMessage, users } from '../contract.ts'
import type { customerList } from '../customer-shapes.ts'

/** Shows the message of the server as a toast, except for field errors, which appear at the fields. */
const changeOptions = { quiet: isAboutFields }

export const useSignUp = () => ({
  fresh: useChange(users.signUp, changeOptions),
  existing: useChange(users.signUpExisting, changeOptions),
})

type CustomersTable = Table<(typeof customerList.filters)[number], (typeof customerList.sorts)[number]>

export const useCustomers = ({ sent }: CustomersTable) => useQuery(countedQueryOf(users.customers, { query: sent }))

export const saveCustomers = ({ sent: { query, sort } }: CustomersTable, format: 'csv' | 'xlsx') =>
  download(callAddress(users.customersFile.path, { query: { query, sort, format } }), `customers.${format}`)

export const useStaff = (role: 'admin' | 'salesRep', any: string) =>
  useQuery(
    countedQueryOf(users.staff, {
      query: { query: { role, ...(any && { any }) }, page: 1, pageSize: 200, sort: 'name' },
    }),
  )

export const useCustomerRecord = (id: string) => useQuery(queryOf(users.record, { params: { id } }))

export const useEditedUser = (id: string) => useQuery(editedQueryOf(users.byId, { params: { id } }))

export const useSameAccount = (id: string | null) =>
  useQuery({ ...queryOf(users.sameAccount, { params: { id: id ?? '' } }), enabled: id !== null })

export const useColleagues = (id: string | null) =>
  useQuery({ ...queryOf(users.colleagues, { params: { id: id ?? '' } }), enabled: id !== null })

const lists = [
  users.customers,
  users.staff,
  users.list,
  users.notifications,
  users.byId,
  users.record,
  accounts.emailProof,
  users.sameAccount,
  users.colleagues,
]

/** Refresh after errors too, so that the row offers the actions that are possible now. */
const listsAnyway = { refresh: lists, refreshesAlways: true }

/** The screens show field errors, stale versions and taken account numbers themselves. */
const saidByScreen = (error: Parameters<typeof isAboutFields>[0]) =>
  isAboutFields(error) || 'current' in error.details || 'business' in error.details

export const useUpdateUser = (success: string) =>
  useChange(users.update, { success, quiet: saidByScreen, refresh: [...lists, users.byEmail] })

export const useAcceptCustomer = () =>
  useChange(users.activate, { ...changeOptions, quiet: saidByScreen, ...listsAnyway })

export const useRejectCustomer = () => useChange(users.reject, { ...changeOptions, ...listsAnyway })

export const useDeleteUser = () => useChange(users.remove, { ...changeOptions, ...listsAnyway })

export const useConvertCustomer = () => {
  const change = useChange(users.convertToSalesRep, { ...changeOptions, quiet: () => true, refresh: lists })
  return {
    ...change,
    // All errors show the same message.
    convert: (id: string, { done, gone }: { done: () => void; gone?: ((id: string) => void) | undefined }) =>
      change.mutate(
        { params: { id } },
        { onError: () => toastError(convertFailedMessage), onSuccess: () => gone?.(id), onSettled: done },
      ),
  }
}

export const useInviteUser = () => useChange(users.invite, { ...changeOptions, quiet: saidByScreen, refresh: lists })

export const useInviteAgain = () => useChange(users.inviteAgain, changeOptions)
