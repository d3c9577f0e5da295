import { act } from '#platform/act.ts'
import type { App } from '#platform/feature.ts'
import { notFound } from '#platform/http/refusal.ts'
import { confirmPassword } from './confirm-password.ts'
import { accounts } from './contract.ts'
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

  serve(accounts.signIn, async (call, reply) => {
    const user = await signInWithPassword(app, call)
    void reply.header('set-cookie', await recognizeBrowser(app, user, call.request))
    return user
  })

  serve(accounts.signOut, async ({ user }, reply) => {
    // Clears neither storage, which has the display mode, nor the cookies that recognize this browser.
    void reply.headers({ 'set-cookie': documentCookie(null, app.config), 'clear-site-data': '"cache"' })
    await db.deleteFrom('session').where('token_hash', '=', user.tokenHash).execute()
    return { message: 'Signed out' }
  })

  serve(accounts.profile, (call) => updateProfile(app, call))

  serve(accounts.confirmPassword, ({ body, user }) => confirmPassword(db, user, body.password, countAttempt))

  serve(accounts.sendResetLink, (call) => sendResetLink(app, call))

  serve(accounts.resetPassword, async (call, reply) => {
    void reply.header('set-cookie', await setPassword(app, call))
    return { message: 'Password has been changed successfully.' }
  })

  emailRoutes(app)

  serve(accounts.sessions, ({ user }) => sessionsOf(db, user, app.config))

  serve(accounts.endSession, async ({ params, user }) => {
    if (!(await endSessionOf(db, user, params.id))) throw notFound('Session')
    return { message: 'Session ended' }
  })

  serve(accounts.endSessions, (call) =>
    act(db, call, async ({ tx, actor, record }) => {
      await endSessions(tx, actor._id)
      await record('signed out everywhere', ['account', actor._id])
    }),
  )

  serve(accounts.endSessionsOf, (call) => endSessionsOf(db, config, call))
}

const emailRoutes = (app: App): void => {
  const { serve, db } = app

  serve(accounts.confirmEmail, async (call) => {
    const { email, isChange, wasConfirmed } = await confirmEmail(app, call)
    if (wasConfirmed) return { message: `Your email address ${email} is already confirmed.`, isChange, wasConfirmed }
    const message = isChange
      ? `Your email address is now ${email}. Use it to sign in.`
      : 'Thank you. Your email address is confirmed.'
    return { message, isChange }
  })

  serve(accounts.keepEmail, async (call) => {
    const { email } = await undoNewEmail(app, call)
    return { message: `Your email address is ${email}. We emailed you a link to set a new password.` }
  })

  serve(accounts.emailProof, (call) => proofOf(db, call))

  serve(accounts.sendEmailProof, (call) => sendProofAgain(app, call))

  serve(accounts.cancelEmail, (call) => cancelNewEmail(db, call))
}
