import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { changeEquivalents, equivalentsOf } from './change-equivalents.ts'
import { notFound } from '#platform/http/refusal.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import { listFile } from '#platform/http/xlsx.ts'
import { countHeader, writeCount } from '#shared/filters.ts'
import type { AccountHooks } from './account-hooks.ts'
import { approveCustomer, rejectCustomer } from './approve-customer.ts'
import { registeredMessage, users } from './contract.ts'
import { convertCustomer } from './convert-customer.ts'
import { deleteUser } from './delete-user.ts'
import { inviteAgain, inviteStaff } from './invite-user.ts'
import { customerColumnsIn, customersWith, type TotalsOfCustomers, pageOfStaff } from './list-users.ts'
import { asUser } from '#identity/map-user.ts'
import { addressProfile, colleaguesOf, othersOfAccount, reduced, usersFor, waitingCustomers } from './queries.ts'
import { accountById, userById } from '#identity/find-account.ts'
import { signUp } from './sign-up.ts'
import { updateUser } from './update-user.ts'

export const customerRoutes = (app: App, news: AccountHooks): void => {
  applicantRoutes(app)
  backOfficeRoutes(app, news)
}

export const customerListRoutes = ({ serve, serveFile, db, config }: App, factsOf: TotalsOfCustomers): void => {
  const customers = customersWith(db, config.BUSINESS_TIME_ZONE, factsOf)

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

const applicantRoutes = (app: App): void => {
  const { serve, db, config } = app

  serve(users.signUp, async ({ body, request }) => {
    await signUp(app, body, request)
    return { message: registeredMessage }
  })

  serve(users.signUpExisting, async ({ body, request }) => {
    await signUp(app, body, request)
    return { message: registeredMessage }
  })

  serve(users.byEmail, ({ params, user }) =>
    addressProfile(db, user, { email: params.email, today: businessDay(config.BUSINESS_TIME_ZONE) }),
  )

  serve(users.notifications, async ({ params, user }) => {
    if (params.email !== user.email && !user.isAdmin) throw notFound('User')
    return { inActiveCustomers: await waitingCustomers(db, user) }
  })
}

const backOfficeRoutes = (app: App, news: AccountHooks): void => {
  const { serve, db, config } = app
  const all = { config, ...news }

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

  serve(users.update, async ({ params, query: { joins, reason }, body: changes, user, request }) => {
    const updated = await updateUser(db, all, { actor: user, id: params.id, changes, joins, reason, request })
    const who = updated.isAdmin ? 'User' : updated.isSalesRep ? 'Sales Rep' : 'Customer'
    return { message: `${who} updated successfully`, user: updated }
  })

  serve(users.activate, async ({ params, query: { joins, reason }, user, request }) => {
    if (joins !== undefined) requirePassword(user)
    const accepted = await approveCustomer(db, all, { actor: user, id: params.id, joins, reason, request })
    return { message: 'Customer profile accepted', user: accepted }
  })

  serve(users.reject, async ({ params, query, user, request }) => {
    await rejectCustomer(db, all, { actor: user, id: params.id, reason: query.reason, request })
    return { message: 'Customer profile rejected' }
  })

  serve(users.remove, async ({ params, query, user, request }) => {
    await deleteUser(db, { actor: user, id: params.id, reason: query.reason, request }, news)
    return { message: 'Order deleted successfully' }
  })

  serve(users.equivalents, ({ params }) => equivalentsOf(db, params.id))

  serve(users.changeEquivalents, async ({ params, body, user, request }) => {
    await changeEquivalents(db, { actor: user, id: params.id, ...body, request })
    return { message: body.refusedFor ? 'Equivalents are no longer offered' : 'Equivalents are offered again' }
  })

  serve(users.convertToSalesRep, async ({ params, user, request }) => {
    const converted = await convertCustomer(db, { actor: user, id: params.id, request }, news)
    return { message: 'Profile maked as sales representative.', user: converted }
  })

  serve(users.invite, async ({ body, query: { joins }, user, request }) => {
    const invited = await inviteStaff(app, news, { actor: user, invitation: body, joins, request })
    return { message: 'Invitation sent', user: invited }
  })

  serve(users.inviteAgain, async ({ params, user, request }) => {
    await inviteAgain(app, { actor: user, id: params.id, request })
    return { message: 'Invitation sent' }
  })
}
