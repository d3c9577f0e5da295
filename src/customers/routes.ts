import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { changeEquivalents, equivalentsOf } from './change-equivalents.ts'
import { notFound } from '#platform/http/refusal.ts'
import { listFile } from '#platform/http/xlsx.ts'
import { countHeader, writeCount } from '#shared/filters.ts'
import type { AccountHooks } from './account-hooks.ts'
import { approveCustomer, rejectCustomer } from './approve-customer.ts'
import { users } from './contract.ts'
import { convertCustomer } from './convert-customer.ts'
import { deleteUser } from './delete-user.ts'
import { inviteAgain, inviteStaff } from './invite-user.ts'
import { customerColumnsIn, type CustomerFacts, customersWith, pageOfStaff } from './list-users.ts'
import { asUser } from '#identity/map-user.ts'
import { addressProfile, colleaguesOf, othersOfAccount, reduced, usersFor, waitingCustomers } from './queries.ts'
import { accountById, userById } from '#identity/find-account.ts'
import { signUp } from './sign-up.ts'
import { updateUser } from './update-user.ts'

export const customerRoutes = (app: App, news: AccountHooks): void => {
  applicantRoutes(app, news)
  backOfficeRoutes(app, news)
}

export const customerListRoutes = ({ serve, serveFile, db, config }: App, facts: CustomerFacts): void => {
  const customers = customersWith(db, config.BUSINESS_TIME_ZONE, facts)

  serve(users.record, ({ params }) => customers.record(params.id))

  serve(users.customers, async ({ query }, reply) => {
    const { rows, count } = await customers.page(query)
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serveFile(users.customersFile, async ({ query: { format, ...query } }) =>
    listFile(format, 'customers', {
      columns: customerColumnsIn(config.BUSINESS_TIME_ZONE),
      ids: await customers.ids(query),
      read: (some) => customers.of(some),
    }),
  )
}

/** A copy of the license in base64. */
const withFile = { bodyLimit: 3 * 1024 * 1024 }

const applicantRoutes = (app: App, news: AccountHooks): void => {
  const { serve, db, config } = app

  serve(users.signUp, (call) => signUp(app, news, call), withFile)

  serve(users.signUpExisting, (call) => signUp(app, news, call), withFile)

  serve(users.byEmail, ({ params, user }) =>
    addressProfile(db, user, { email: params.email, today: businessDay(config.BUSINESS_TIME_ZONE) }),
  )

  serve(users.notifications, async ({ params, user }) => {
    if (params.email !== user.email && !user.isAdmin) throw notFound('User')
    return { inActiveCustomers: await waitingCustomers(db, user) }
  })
}

const backOfficeRoutes = (app: App, news: AccountHooks): void => {
  const { serve, db } = app

  serve(users.list, async ({ query, user }, reply) => {
    const { rows, count } = await usersFor(db, user, query)
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serve(users.staff, async ({ query }, reply) => {
    const { rows, count } = await pageOfStaff(db, query)
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serve(users.byId, ({ params }) => userById(db, params.id))

  serve(users.sameAccount, async ({ params }) => {
    const others = await othersOfAccount(db, await accountById(db, params.id))
    return others.map((account) => reduced(asUser(account)))
  })

  serve(users.colleagues, ({ params }) => colleaguesOf(db, params.id))

  serve(users.update, async (call) => {
    const user = await updateUser(app, news, call)
    const who = user.isAdmin ? 'User' : user.isSalesRep ? 'Sales Rep' : 'Customer'
    return { message: `${who} updated successfully`, user }
  })

  serve(users.activate, async (call) => ({
    message: 'Customer profile accepted',
    user: await approveCustomer(app, news, call),
  }))

  serve(users.reject, (call) => rejectCustomer(app, news, call))

  serve(users.remove, (call) => deleteUser(db, news, call))

  serve(users.equivalents, ({ params }) => equivalentsOf(db, params.id))

  serve(users.changeEquivalents, async (call) => {
    await changeEquivalents(db, call)
    return { message: call.body.refusedFor ? 'Equivalents are no longer offered' : 'Equivalents are offered again' }
  })

  serve(users.convertToSalesRep, async (call) => ({
    message: 'Profile maked as sales representative.',
    user: await convertCustomer(db, news, call),
  }))

  serve(users.invite, async (call) => ({ message: 'Invitation sent', user: await inviteStaff(app, news, call) }))

  serve(users.inviteAgain, (call) => inviteAgain(app, call))
}
