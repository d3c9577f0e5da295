import { useNavigate } from '@tanstack/react-router'
import { useChange } from '#web/api.ts'
import { keepUser, signIn } from '#web/session.ts'
import { clearToasts } from '#web/toast.ts'
import { accounts } from '../contract.ts'

/** A fresh sign-in lands by role; where the visitor wanted to go is offered there (spec §2, G28). */
export const useSignIn = () => {
  const navigate = useNavigate()
  return useChange(accounts.signIn, {
    onSuccess: (user) => {
      clearToasts()
      signIn(user)
      keepUser(user)
      return navigate({ to: user.isAdmin ? '/admin/dashboard' : '/user-dashboard' })
    },
  })
}
