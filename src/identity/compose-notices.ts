import type { EmailMessage } from '#mail/compose-email.ts'
import type { Config } from '#platform/config.ts'
import { type Addressee, emailTo, text } from './compose-emails.ts'
import { nameBrowser } from '#shared/name-browser.ts'

type Settings = Pick<Config, 'CONTACT_EMAIL' | 'BUSINESS_TIME_ZONE'>

/** What happened to the doors of an account, to whom it belongs: he alone knows whether it was he. */
const notice = (user: Addressee, subject: string, what: readonly string[], { CONTACT_EMAIL }: Settings): EmailMessage =>
  emailTo(user, subject, [
    ...what.map(text),
    text(`If this was not you, change your password, and write to ${CONTACT_EMAIL} at once.`),
  ])

export interface Visit {
  ip: string
  userAgent: string
  at: Date
}

export const newDeviceEmail = (user: Addressee, { ip, userAgent, at }: Visit, settings: Settings): EmailMessage => {
  const when = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: settings.BUSINESS_TIME_ZONE,
  }).format(at)
  return notice(
    user,
    'A new browser signed in to your account',
    [`Somebody signed in from a browser that we had not seen before: ${nameBrowser(userAgent)}, ${when}, from ${ip}.`],
    settings,
  )
}

export const accountLockedEmail = (user: Addressee, settings: Settings): EmailMessage =>
  notice(
    user,
    'Too many attempts to sign in to your account',
    [
      'So many attempts to sign in failed that strange browsers have to wait. A browser in which you signed in before is not held up.',
    ],
    settings,
  )

export const factorsLockedEmail = (user: Addressee, settings: Settings): EmailMessage =>
  notice(
    user,
    'Wrong codes at the sign-in to your account',
    [
      'Somebody gave your right password and then too many wrong codes. Codes are not taken for a quarter of an hour; a passkey is.',
    ],
    settings,
  )

export const factorsChangedEmail = (user: Addressee, what: string, settings: Settings): EmailMessage =>
  notice(user, 'How you sign in was changed', [`${what} Other sessions of your account have ended.`], settings)

export const companyLinkedEmail = (user: Addressee, host: string, settings: Settings): EmailMessage =>
  notice(
    user,
    'How you sign in was changed',
    [`Your account was opened by the company sign-on at ${host} for the first time, and can be from now on.`],
    settings,
  )

export const recoveryCodeUsedEmail = (user: Addressee, left: number, settings: Settings): EmailMessage =>
  notice(
    user,
    'A recovery code was used',
    [
      'Somebody signed in to your account with your password and one of your recovery codes.',
      left === 0 ? 'It was the last one.' : `${left} of them ${left === 1 ? 'is' : 'are'} left.`,
    ],
    settings,
  )

export const factorsRemovedEmail = (user: Addressee, settings: Settings): EmailMessage =>
  notice(
    user,
    'Your second factors were removed',
    [
      'An administrator removed your passkeys, your authenticator app and your recovery codes. All sessions of your account have ended, and your password alone signs you in until you set up new ones.',
    ],
    settings,
  )

export const sessionsEndedEmail = (user: Addressee, settings: Settings): EmailMessage =>
  notice(user, 'You were signed out everywhere', ['An administrator ended all sessions of your account.'], settings)
