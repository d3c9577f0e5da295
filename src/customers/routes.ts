import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { recordAudit } from '#audit/record-entry.ts'
import { transaction } from '#platform/db/connect.ts'
import { changeEquivalents, equivalentsOf } from './change-equivalents.ts'
import { documentCookie } from '#identity/document-cookie.ts'
import { notFound } from '#platform/http/refusal.ts'
import { requirePassword } from '#platform/http/require-password.ts'
import { listFile } from '#platform/http/xlsx.ts'
import { countHeader, writeCount } from '#shared/filters.ts'
import type { AccountNews } from '#identity/account-news.ts'
import { approveCustomer, rejectCustomer } from './approve-customer.ts'
import { accounts, registeredMessage, resetSentMessage } from '#identity/contract.ts'
import { confirmPassword } from '#identity/confirm-password.ts'
import { convertCustomer } from './convert-customer.ts'
import { deleteUser } from './delete-user.ts'
import { endSessions } from '#identity/end-sessions.ts'
import { endSessionsOf } from '#identity/end-sessions-of.ts'
import { inviteAgain, inviteUser } from './invite-user.ts'
import { accountJobs } from './jobs.ts'
import { customerColumnsIn, customersWith, type FactsOfCustomers, pageOfStaff } from './list-users.ts'
import { asUser } from '#identity/map-user.ts'
import {
  addressProfile,
  colleaguesOf,
  endSessionOf,
  othersOfAccount,
  reduced,
  sessionsOf,
  usersFor,
  waitingCustomers,
} from './queries.ts'
import { accountById, userById } from '#identity/find-account.ts'
import { cancelNewEmail, confirmEmail, proofOf, sendProofAgain } from '#identity/prove-email.ts'
import { undoNewEmail } from '#identity/request-email.ts'
import { recognizeBrowser } from '#identity/recognize-browser.ts'
import { sendResetLink, setPassword } from '#identity/reset-password.ts'
import { type BeginSecondStep, signIn } from '#identity/sign-in.ts'
import { signUp } from './sign-up.ts'
import { updateProfile } from '#identity/update-profile.ts'
import { updateUser } from './update-user.ts'

export const accountRoutes = (app: App, news: AccountNews, beginSecondStep: BeginSecondStep): void => {
  personRoutes(app, beginSecondStep)
  backOfficeRoutes(app, news)
  accountJobs(app, news)
}

export const customerListRoutes = ({ serve, serveFile, db, config }: App, factsOf: FactsOfCustomers): void => {
  const customers = customersWith(db, config.BUSINESS_TIME_ZONE, factsOf)

  serve(accounts.customers, async ({ query }, reply) => {
    const { rows, count } = await customers.page(query)
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serveFile(accounts.customersFile, async ({ query: { format, ...query } }) =>
    listFile(format, 'customers', {
      columns: customerColumnsIn(config.BUSINESS_TIME_ZONE),
      ids: await customers.ids(query),
      read: (some) => customers.of(some),
    }),
  )
}

/** What people do with their own account. */
const personRoutes = (app: App, beginSecondStep: BeginSecondStep): void => {
  const { serve, db, config, countAttempt } = app

  serve(accounts.signIn, async ({ body, request }, reply) => {
    const user = await signIn({ db, config, countAttempt, beginSecondStep }, body, request)
    void reply.header('set-cookie', await recognizeBrowser(app, user, request))
    return user
  })

  serve(accounts.signOut, async ({ user }, reply) => {
    // Not its storage, where the display mode is kept, nor its cookies, by which it is known again.
    void reply.headers({ 'set-cookie': documentCookie(null, app.config), 'clear-site-data': '"cache"' })
    await db.deleteFrom('session').where('token_hash', '=', user.tokenHash).execute()
    return { message: 'Signed out' }
  })

  serve(accounts.signUp, async ({ body, request }) => {
    await signUp(app, body, request)
    return { message: registeredMessage }
  })

  serve(accounts.signUpExisting, async ({ body, request }) => {
    await signUp(app, body, request)
    return { message: registeredMessage }
  })

  serve(accounts.profile, ({ body, user, request }) => updateProfile(app, { user, profile: body, request }))

  serve(accounts.confirmPassword, async ({ body, user }) => {
    await confirmPassword(db, user, body.password, countAttempt)
    return { message: 'Thank you.' }
  })

  serve(accounts.sendResetLink, async ({ params, request }) => {
    await sendResetLink(app, params.email, request)
    return { message: resetSentMessage }
  })

  serve(accounts.resetPassword, async ({ body, request }, reply) => {
    void reply.header('set-cookie', await setPassword(app, body, request))
    return { message: 'Password has been changed successfully.' }
  })

  emailRoutes(app)

  serve(accounts.sessions, ({ user }) => sessionsOf(db, user, app.config))

  serve(accounts.endSession, async ({ params, user }) => {
    if (!(await endSessionOf(db, user, params.id))) throw notFound('Session')
    return { message: 'Session ended' }
  })

  serve(accounts.endSessions, async ({ user, request }) => {
    await transaction(db, async (tx) => {
      await endSessions(tx, user._id)
      const entityId = user._id
      await recordAudit(tx, {
        actorId: user._id,
        action: 'signed out everywhere',
        entity: 'account',
        entityId,
        request,
      })
    })
    return { message: 'Signed out everywhere' }
  })

  serve(accounts.byEmail, ({ params, user }) =>
    addressProfile(db, user, { email: params.email, today: businessDay(config.BUSINESS_TIME_ZONE) }),
  )

  serve(accounts.notifications, async ({ params, user }) => {
    if (params.email !== user.email && !user.isAdmin) throw notFound('User')
    return { inActiveCustomers: await waitingCustomers(db, user) }
  })
}

const emailRoutes = (app: App): void => {
  const { serve, db } = app

  serve(accounts.confirmEmail, async ({ body, request }) => {
    const { email, isChange, wasConfirmed } = await confirmEmail(app, body.key, request)
    if (wasConfirmed) return { message: `Your email address ${email} is confirmed already.`, isChange, wasConfirmed }
    const message = isChange
      ? `Your email address is ${email} now. Sign in with it.`
      : 'Thank you. Your email address is confirmed.'
    return { message, isChange }
  })

  serve(accounts.keepEmail, async ({ body, request }) => {
    const { email } = await undoNewEmail(app, body.key, request)
    return { message: `Your email address is ${email}. We sent you a link to a new password.` }
  })

  serve(accounts.emailProof, ({ params, user }) => proofOf(db, { caller: user, id: params.id }))

  serve(accounts.sendEmailProof, async ({ params, user, request }) => {
    await sendProofAgain(app, { caller: user, id: params.id }, request)
    return { message: 'Link sent' }
  })

  serve(accounts.cancelEmail, async ({ params, user, request }) => {
    await cancelNewEmail(db, { caller: user, id: params.id }, request)
    return { message: 'The email address stays as it is' }
  })
}

/** What admins do with the accounts of others. */
const backOfficeRoutes = (app: App, news: AccountNews): void => {
  const { serve, db, config } = app
  const all = { config, ...news }

  serve(accounts.list, async ({ query, user }, reply) => {
    const { rows, count } = await usersFor(db, user, query)
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serve(accounts.staff, async ({ query }, reply) => {
    const { rows, count } = await pageOfStaff(db, query)
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serve(accounts.byId, ({ params }) => userById(db, params.id))

  serve(accounts.sameAccount, async ({ params }) => {
    const others = await othersOfAccount(db, await accountById(db, params.id))
    return others.map((account) => reduced(asUser(account)))
  })

  serve(accounts.colleagues, ({ params }) => colleaguesOf(db, params.id))

  serve(accounts.update, async ({ params, query: { joins, reason }, body: changes, user, request }) => {
    const updated = await updateUser(db, all, { actor: user, id: params.id, changes, joins, reason, request })
    const who = updated.isAdmin ? 'User' : updated.isSalesRep ? 'Sales Rep' : 'Customer'
    return { message: `${who} updated successfully`, user: updated }
  })

  serve(accounts.activate, async ({ params, query: { joins, reason }, user, request }) => {
    if (joins !== undefined) requirePassword(user)
    const accepted = await approveCustomer(db, all, { actor: user, id: params.id, joins, reason, request })
    return { message: 'Customer profile accepted', user: accepted }
  })

  serve(accounts.reject, async ({ params, query, user, request }) => {
    await rejectCustomer(db, all, { actor: user, id: params.id, reason: query.reason, request })
    return { message: 'Customer profile rejected' }
  })

  serve(accounts.remove, async ({ params, query, user, request }) => {
    await deleteUser(db, { actor: user, id: params.id, reason: query.reason, request }, news)
    return { message: 'Order deleted successfully' }
  })

  serve(accounts.equivalents, ({ params }) => equivalentsOf(db, params.id))

  serve(accounts.changeEquivalents, async ({ params, body, user, request }) => {
    await changeEquivalents(db, { actor: user, id: params.id, ...body, request })
    return { message: body.refusedFor ? 'Equivalents are not offered any more' : 'Equivalents are offered' }
  })

  serve(accounts.endSessionsOf, async ({ params, user, request }) => {
    await endSessionsOf(db, config, { actor: user, id: params.id, request })
    return { message: 'Signed out everywhere' }
  })

  serve(accounts.convertToSalesRep, async ({ params, user, request }) => {
    const converted = await convertCustomer(db, { actor: user, id: params.id, request }, news)
    return { message: 'Profile maked as sales representative.', user: converted }
  })

  serve(accounts.invite, async ({ body, query: { joins }, user, request }) => {
    const invited = await inviteUser(app, news, { actor: user, invitation: body, joins, request })
    return { message: 'Invitation sent', user: invited }
  })

  serve(accounts.inviteAgain, async ({ params, user, request }) => {
    await inviteAgain(app, { actor: user, id: params.id, request })
    return { message: 'Invitation sent' }
  })
}
