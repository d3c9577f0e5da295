import { useQuery } from '@tanstack/react-query'
import { callAddress } from '#web/api-address.ts'
import { queryOf, useChange } from '#web/api.ts'
import { download } from '#web/download.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { countedQueryOf, type Table } from '#web/table/use-table.ts'
import { toastError } from '#web/toast.ts'
import { accounts } from '#identity/contract.ts'
import { convertFailedMessage, users } from '../contract.ts'
import type { customerList } from '../customer-shapes.ts'

/** The server's own words; what concerns a field stands beside it. */
const changeOptions = { success: ({ message }: { message: string }) => message, quiet: isAboutFields }

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

/** Always the newest: an edit form must not start from what was read a while ago. */
export const useEditedUser = (id: string) =>
  useQuery({
    ...queryOf(users.byId, { params: { id } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

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
  accounts.emailProof,
  users.sameAccount,
  users.colleagues,
]

/** Where somebody else was faster, the row offers what can be done with it now. */
const listsAnyway = { refresh: lists, refreshesAlways: true }

/** What is missing, that someone else was faster, and whose the account number is, the screens say themselves. */
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
    // Whatever the reason, one sentence is shown.
    convert: (id: string, done: () => void) =>
      change.mutate({ params: { id } }, { onError: () => toastError(convertFailedMessage), onSettled: done }),
  }
}

export const useInviteUser = () => useChange(users.invite, { ...changeOptions, quiet: saidByScreen, refresh: lists })

export const useInviteAgain = () => useChange(users.inviteAgain, changeOptions)
