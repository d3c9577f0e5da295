import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { queryOf, useChange } from '#web/api.ts'
import { restoreDrafts } from '#web/drafts.ts'
import { isSignInPrompted } from '#web/password-question.ts'
import { forgetUser, storeUser, signOut, session, setUser, takeEndedSession } from '#web/session.ts'
import { clearToasts } from '#web/toast.ts'
import { accounts } from '../contract.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'

/** After a fresh sign-in the role decides the landing page; a user whose session ended returns to their page. */
export const useArrival = () => {
  const navigate = useNavigate()
  return async (user: SignedInUser) => {
    const isAbovePage = isSignInPrompted() && session().user?._id === user._id
    clearToasts()
    setUser(user)
    storeUser(user)
    if (isAbovePage) return
    const left = takeEndedSession(user._id)
    if (left === null) return navigate({ to: user.isAdmin ? '/admin/dashboard' : '/user-dashboard' })
    await navigate({ href: left })
    restoreDrafts()
  }
}

/** The screen asks for a second factor that is due. */
export const useSignIn = () =>
  useChange(accounts.signIn, {
    quiet: ({ details }) => details['secondFactor'] === true,
    onSuccess: useArrival(),
  })

/** Signs in again above a page; the form shows the error. */
export const useSignInAgain = () => useChange(accounts.signIn, { quiet: () => true, onSuccess: useArrival() })

/** Shows the server's message; field errors appear next to the field. */
const changeOptions = { quiet: isAboutFields }

/** The page itself shows the result. */
const quietly = { quiet: () => true, success: null }

export const useSendResetLink = () => useChange(accounts.sendResetLink, quietly)

export const useResetPassword = () => useChange(accounts.resetPassword, quietly)

export const useConfirmEmail = () =>
  useChange(accounts.confirmEmail, {
    ...quietly,
    // The new address ended every session.
    onSuccess: ({ isChange, wasConfirmed }) => {
      if (isChange && !wasConfirmed) forgetUser()
    },
  })

export const useRevertEmail = () => useChange(accounts.keepEmail, { ...quietly, onSuccess: () => forgetUser() })

export const useUpdateProfile = () =>
  useChange(accounts.profile, {
    ...changeOptions,
    refresh: [accounts.sessions, accounts.emailProof],
    onSuccess: ({ message: _, token, ...changed }) => {
      const { user } = session()
      if (!user) return
      const next = { ...user, ...changed, token: token ?? user.token }
      setUser(next)
      storeUser(next)
    },
  })

export const useSessions = () => useQuery(queryOf(accounts.sessions))

export const useEndSession = () => useChange(accounts.endSession, { ...changeOptions, refresh: [accounts.sessions] })

export const useSignOutEverywhere = () => {
  const navigate = useNavigate()
  return useChange(accounts.endSessions, {
    ...changeOptions,
    onSuccess: () => {
      signOut()
      return navigate({ to: '/signin' })
    },
  })
}
