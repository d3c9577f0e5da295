import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { addressOf } from '#web/api-address.ts'
import { queryOf, useChange } from '#web/api.ts'
import { download } from '#web/download.ts'
import { putBackTyped } from '#web/drafts.ts'
import { isSignInAsked } from '#web/password-question.ts'
import { forgetUser, keepUser, leave, session, signIn, takeEnd } from '#web/session.ts'
import { countedQueryOf, type Table } from '#web/table/use-table.ts'
import { clearToasts, toastError } from '#web/toast.ts'
import { accounts, convertFailedMessage } from '../contract.ts'
import type { customerList } from '../account-shapes.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'

/**
 * A fresh sign-in lands by role; where the visitor wanted to go is offered there. Whose session ended is on the page where that
 * happened, or comes back to it.
 */
export const useArrival = () => {
  const navigate = useNavigate()
  return async (user: SignedInUser) => {
    const isAbovePage = isSignInAsked() && session().user?._id === user._id
    clearToasts()
    signIn(user)
    keepUser(user)
    if (isAbovePage) return
    const left = takeEnd(user._id)
    if (left === null) return navigate({ to: user.isAdmin ? '/admin/dashboard' : '/user-dashboard' })
    await navigate({ href: left })
    putBackTyped()
  }
}

/** Where goods and bills go, and how the license stands. */
export const useAddressProfile = (email: string | undefined) =>
  useQuery({ ...queryOf(accounts.byEmail, { params: { email: email ?? '' } }), enabled: Boolean(email) })

/** A second factor that is due is asked for by the screen. */
export const useSignIn = () =>
  useChange(accounts.signIn, {
    quiet: ({ details }) => details['secondFactor'] === true,
    onSuccess: useArrival(),
  })

/** The same above a page; why it was refused stands beside the field. */
export const useSignInAgain = () => useChange(accounts.signIn, { quiet: () => true, onSuccess: useArrival() })

/** The server's own words; what concerns a field stands beside it. */
const told = { success: ({ message }: { message: string }) => message, quiet: isAboutFields }

export const useSignUp = () => ({
  fresh: useChange(accounts.signUp, told),
  existing: useChange(accounts.signUpExisting, told),
})

/** How these went is said on the page itself. */
const quietly = { quiet: () => true }

export const useSendResetLink = () => useChange(accounts.sendResetLink, quietly)

export const useResetPassword = () => useChange(accounts.resetPassword, quietly)

export const useConfirmEmail = () =>
  useChange(accounts.confirmEmail, {
    ...quietly,
    // A new address ended every session.
    onSuccess: ({ isChange, wasConfirmed }) => {
      if (isChange && !wasConfirmed) forgetUser()
    },
  })

export const useKeepEmail = () => useChange(accounts.keepEmail, { ...quietly, onSuccess: () => forgetUser() })

export const useEmailProof = (id: string) => useQuery(queryOf(accounts.emailProof, { params: { id } }))

export const useSendEmailProof = () => useChange(accounts.sendEmailProof, { ...told, refresh: [accounts.emailProof] })

export const useCancelEmail = () => useChange(accounts.cancelEmail, { ...told, refresh: [accounts.emailProof] })

export const useUpdateProfile = () =>
  useChange(accounts.profile, {
    ...told,
    refresh: [accounts.sessions, accounts.emailProof],
    onSuccess: ({ message: _, token, ...changed }) => {
      const { user } = session()
      if (!user) return
      const next = { ...user, ...changed, token: token ?? user.token }
      signIn(next)
      keepUser(next)
    },
  })

export const useSessions = () => useQuery(queryOf(accounts.sessions))

export const useEndSession = () => useChange(accounts.endSession, { ...told, refresh: [accounts.sessions] })

export const useSignOutEverywhere = () => {
  const navigate = useNavigate()
  return useChange(accounts.endSessions, {
    ...told,
    onSuccess: () => {
      leave()
      return navigate({ to: '/signin' })
    },
  })
}

type CustomersTable = Table<(typeof customerList.filters)[number], (typeof customerList.sorts)[number]>

export const useCustomers = ({ sent }: CustomersTable) => useQuery(countedQueryOf(accounts.customers, { query: sent }))

export const saveCustomers = ({ sent: { query, sort } }: CustomersTable, format: 'csv' | 'xlsx') =>
  download(addressOf(accounts.customersFile.path, { query: { query, sort, format } }), `customers.${format}`)

export const useStaff = (role: 'admin' | 'salesRep', any: string) =>
  useQuery(
    countedQueryOf(accounts.staff, {
      query: { query: { role, ...(any && { any }) }, page: 1, pageSize: 200, sort: 'name' },
    }),
  )

/** Always the newest: an edit form must not start from what was read a while ago. */
export const useEditedUser = (id: string) =>
  useQuery({
    ...queryOf(accounts.byId, { params: { id } }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const useSameAccount = (id: string | null) =>
  useQuery({ ...queryOf(accounts.sameAccount, { params: { id: id ?? '' } }), enabled: id !== null })

export const useColleagues = (id: string | null) =>
  useQuery({ ...queryOf(accounts.colleagues, { params: { id: id ?? '' } }), enabled: id !== null })

const lists = [
  accounts.customers,
  accounts.staff,
  accounts.list,
  accounts.notifications,
  accounts.byId,
  accounts.emailProof,
  accounts.sameAccount,
  accounts.colleagues,
]

/** Where somebody else was faster, the row offers what can be done with it now. */
const listsAnyway = { refresh: lists, refreshesAlways: true }

/** What is missing, that someone else was faster, and whose the account number is, the screens say themselves. */
const saidByScreen = (error: Parameters<typeof isAboutFields>[0]) =>
  isAboutFields(error) || 'current' in error.details || 'business' in error.details

export const useUpdateUser = (success: string) =>
  useChange(accounts.update, { success, quiet: saidByScreen, refresh: [...lists, accounts.byEmail] })

export const useAcceptCustomer = () => useChange(accounts.activate, { ...told, quiet: saidByScreen, ...listsAnyway })

export const useRejectCustomer = () => useChange(accounts.reject, { ...told, ...listsAnyway })

export const useDeleteUser = () => useChange(accounts.remove, { ...told, ...listsAnyway })

export const useConvertCustomer = () => {
  const change = useChange(accounts.convertToSalesRep, { ...told, quiet: () => true, refresh: lists })
  return {
    ...change,
    // Whatever the reason, one sentence is shown.
    convert: (id: string, done: () => void) =>
      change.mutate({ params: { id } }, { onError: () => toastError(convertFailedMessage), onSettled: done }),
  }
}

export const useInviteUser = () => useChange(accounts.invite, { ...told, quiet: saidByScreen, refresh: lists })

export const useInviteAgain = () => useChange(accounts.inviteAgain, told)
