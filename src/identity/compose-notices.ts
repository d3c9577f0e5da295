import { type Addressee, composeEmail } from '#mail/compose-email.ts'
import type { Config } from '#platform/config.ts'
import { momentFormat } from '#shared/business-day.ts'
import { nameBrowser } from '#shared/name-browser.ts'

type Settings = Pick<Config, 'CONTACT_EMAIL' | 'BUSINESS_TIME_ZONE'>

/** Reports a change of an account's sign-in methods to its owner, who alone can tell whether they made it. */
const notice = (user: Addressee, { CONTACT_EMAIL }: Settings, subject: string, changes: readonly string[]) =>
  composeEmail(user, subject, [
    ...changes,
    `If this was not you, change your password and email ${CONTACT_EMAIL} immediately.`,
  ])

export interface Visit {
  ip: string
  userAgent: string
  at: Date
}

export const newDeviceEmail = (user: Addressee, { ip, userAgent, at }: Visit, settings: Settings) => {
  const when = momentFormat(settings.BUSINESS_TIME_ZONE).format(at)
  return notice(user, settings, 'New sign-in to your account', [
    `Someone signed in from a browser we haven’t seen before: ${nameBrowser(userAgent)}, ${when}, from ${ip}.`,
  ])
}

export const accountLockedEmail = (user: Addressee, settings: Settings) =>
  notice(user, settings, 'Too many failed sign-in attempts', [
    'There were too many failed attempts to sign in to your account. Unknown browsers must wait before they try again. Browsers you have used before are not affected.',
  ])

export const factorsLockedEmail = (user: Addressee, settings: Settings) =>
  notice(user, settings, 'Too many wrong sign-in codes', [
    'Someone entered your correct password and then too many wrong codes. Codes are blocked for 15 minutes; passkeys still work.',
  ])

export const factorsChangedEmail = (user: Addressee, what: string, settings: Settings) =>
  notice(user, settings, 'Your sign-in methods changed', [`${what} You were signed out everywhere else.`])

export const companyLinkedEmail = (user: Addressee, host: string, settings: Settings) =>
  notice(user, settings, 'Your sign-in methods changed', [
    `Someone signed in to your account through your company’s sign-on at ${host} for the first time. It can be used to sign in from now on.`,
  ])

export const recoveryCodeUsedEmail = (user: Addressee, left: number, settings: Settings) =>
  notice(user, settings, 'A recovery code was used', [
    'Someone signed in to your account with your password and one of your recovery codes.',
    left === 0
      ? 'That was the last code. Create new ones in your profile.'
      : left === 1
        ? '1 recovery code is left.'
        : `${left} recovery codes are left.`,
  ])

export const factorsRemovedEmail = (user: Addressee, settings: Settings) =>
  notice(user, settings, 'Your second factors were removed', [
    'An administrator removed your passkeys, authenticator app and recovery codes and signed you out everywhere. You can sign in with just your password until you set up a new second factor.',
  ])

export const sessionsEndedEmail = (user: Addressee, settings: Settings) =>
  notice(user, settings, 'You were signed out everywhere', ['An administrator signed you out on all devices.'])
