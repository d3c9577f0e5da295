import type { App } from '#server/app.ts'
import { notFound } from '#server/http/refusal.ts'
import { accounts } from './contract.ts'
import { addressProfile, usersFor, waitingCustomers } from './queries.ts'
import { signIn } from './sign-in.ts'

export const accountRoutes = ({ serve, db, countAttempt }: App): void => {
  serve(accounts.signIn, ({ body, request }) => signIn(db, body, request, countAttempt))

  serve(accounts.signOut, async ({ user }) => {
    await db.deleteFrom('session').where('token_hash', '=', user.tokenHash).execute()
    return { message: 'Signed out' }
  })

  serve(accounts.list, ({ query, user }) => usersFor(db, user, query))

  serve(accounts.byEmail, ({ params, user }) => addressProfile(db, user, params.email))

  serve(accounts.notifications, async ({ params, user }) => {
    if (params.email !== user.email && !user.isAdmin) throw notFound('User')
    return { inActiveCustomers: await waitingCustomers(db, user) }
  })
}
