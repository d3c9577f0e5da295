import { recordAudit } from '#audit/record-entry.ts'
import { transaction } from '#platform/db/connect.ts'
import type { App } from '#platform/feature.ts'
import { notFound } from '#platform/http/refusal.ts'
import { confirmPassword } from './confirm-password.ts'
import { accounts, resetSentMessage } from './contract.ts'
import { documentCookie } from './document-cookie.ts'
import { endSessionsOf } from './end-sessions-of.ts'
import { endSessions } from './end-sessions.ts'
import { cancelNewEmail, confirmEmail, proofOf, sendProofAgain } from './prove-email.ts'
import { endSessionOf, sessionsOf } from './queries.ts'
import { recognizeBrowser } from './recognize-device.ts'
import { undoNewEmail } from './request-email.ts'
import { sendResetLink, setPassword } from './reset-password.ts'
import { signInWithPassword } from './sign-in.ts'
import { updateProfile } from './update-profile.ts'

export const accountRoutes = (app: App): void => {
  const { serve, db, config, countAttempt } = app

  serve(accounts.signIn, async ({ body, request }, reply) => {
    const user = await signInWithPassword({ db, config, countAttempt }, body, request)
    void reply.header('set-cookie', await recognizeBrowser(app, user, request))
    return user
  })

  serve(accounts.signOut, async ({ user }, reply) => {
    // Clears neither storage, which has the display mode, nor the cookies that recognize this browser.
    void reply.headers({ 'set-cookie': documentCookie(null, app.config), 'clear-site-data': '"cache"' })
    await db.deleteFrom('session').where('token_hash', '=', user.tokenHash).execute()
    return { message: 'Signed out' }
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

  serve(accounts.endSessionsOf, async ({ params, user, request }) => {
    await endSessionsOf(db, config, { actor: user, id: params.id, request })
    return { message: 'Signed out everywhere' }
  })
}

const emailRoutes = (app: App): void => {
  const { serve, db } = app

  serve(accounts.confirmEmail, async ({ body, request }) => {
    const { email, isChange, wasConfirmed } = await confirmEmail(app, body.key, request)
    if (wasConfirmed) return { message: `Your email address ${email} is already confirmed.`, isChange, wasConfirmed }
    const message = isChange
      ? `Your email address is now ${email}. Use it to sign in.`
      : 'Thank you. Your email address is confirmed.'
    return { message, isChange }
  })

  serve(accounts.keepEmail, async ({ body, request }) => {
    const { email } = await undoNewEmail(app, body.key, request)
    return { message: `Your email address is ${email}. We emailed you a link to set a new password.` }
  })

  serve(accounts.emailProof, ({ params, user }) => proofOf(db, { caller: user, id: params.id }))

  serve(accounts.sendEmailProof, async ({ params, user, request }) => {
    await sendProofAgain(app, { caller: user, id: params.id }, request)
    return { message: 'Link sent' }
  })

  serve(accounts.cancelEmail, async ({ params, user, request }) => {
    await cancelNewEmail(db, { caller: user, id: params.id }, request)
    return { message: 'Email change canceled' }
  })
}
