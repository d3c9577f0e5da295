import { useNavigate } from '@tanstack/react-router'
import { accounts } from '#accounts/contract.ts'
import { forgetCart, signOut } from '#cart/web/store.ts'
import { call } from '../api.ts'
import { forgetUser, rememberWanted } from '../session.ts'
import { clearToasts } from '../toast.ts'

/** The menu's Sign Out: nothing of this user stays in the browser, whether or not the server can be reached. */
export const useSignOut = () => {
  const navigate = useNavigate()
  return () => {
    call(accounts.signOut).catch(() => {}) // with the token of now; the session would otherwise end by its age
    forgetUser()
    signOut()
    forgetCart()
    rememberWanted(null)
    clearToasts()
    void navigate({ to: '/signin' })
  }
}
