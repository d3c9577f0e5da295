import { brandMark } from '#mail/brand-marks.ts'
import { type Addressee, composeEmail, facts, link } from '#mail/compose-email.ts'
import type { EmailPart } from '#mail/compose-page.ts'

interface LinkEmail {
  key: string
  publicUrl: string
}

const ignorable = 'If this was not you, you can ignore this email.'

const keyLink = (label: string, path: string, { key, publicUrl }: LinkEmail): EmailPart => ({
  kind: 'link',
  label,
  url: `${publicUrl}${path}#key=${key}`,
})

/** The key again as text; a URL fragment stays out of logs, referrers and the requests of mail scanners. */
const passwordLink = (label: string, email: string, { key, publicUrl }: LinkEmail): EmailPart[] => [
  {
    kind: 'link',
    label,
    url: `${publicUrl}/setnewpass#email=${encodeURIComponent(email)}&key=${encodeURIComponent(key)}`,
  },
  facts([['Key', key]]),
]

/** Anyone can trigger this email to any address, so it repeats none of the submitted text. */
export const requestReceivedEmail = (email: string, { days, ...to }: LinkEmail & { days: number }) =>
  composeEmail({ email }, 'We received your account request', [
    'Thank you for requesting an account with this email address. We will review your request.',
    `Please confirm that this address is yours. The link is valid for ${days} days:`,
    keyLink('Confirm your email address', '/confirmemail', to),
    'We will email you when your request is accepted. Then you can sign in.',
    'If you did not request an account, do not open the link. You can ignore this email.',
  ])

/** Emailed to the owner of the address because the screen must not reveal that it has an account. */
export const alreadyRegisteredEmail = (holder: Addressee, publicUrl: string) =>
  composeEmail(holder, 'You already have an account', [
    'Someone, perhaps you, requested an account with this email address, but you already have one.',
    link(publicUrl, 'Sign in', '/signin'),
    link(publicUrl, 'Reset your password', '/resetpass'),
    ignorable,
  ])

export const resetEmail = (user: Addressee, to: LinkEmail) => ({
  ...composeEmail(user, 'Reset your password', [
    'Someone, hopefully you, asked to reset your password. Use this link to set a new one. It works once, within 60 minutes:',
    ...passwordLink('Set a new password', user.email, to),
    `${ignorable} Your password has not changed.`,
  ]),
  isAwaited: true,
})

export const passwordChangedEmail = (user: Addressee, contactEmail: string) =>
  composeEmail(user, 'Your password was changed', [
    'Your password was just changed, and you were signed out everywhere else.',
    `If this was not you, email ${contactEmail} immediately.`,
  ])

export const confirmChangeEmail = (
  holder: Addressee,
  { former, hours, ...to }: LinkEmail & { former: string; hours: number },
) =>
  composeEmail(holder, 'Confirm your new email address', [
    `Someone asked to change the email address of ${former}’s account to this one. Open the link to confirm; it is valid for ${hours} hours:`,
    keyLink('Confirm your new email address', '/confirmemail', to),
    'After that, sign in with this address. If you did not expect this, do not open the link.',
  ])

interface RequestedChange extends LinkEmail {
  to: string
  days: number
  contactEmail: string
}

/** Sent to the current address immediately, so that its owner notices an intruder. */
export const addressChangeRequestedEmail = (holder: Addressee, { to, days, contactEmail, ...undo }: RequestedChange) =>
  composeEmail(holder, 'A change of your email address was requested', [
    `Someone asked to change your account’s email address to ${to}. It takes effect when the link we sent there is opened.`,
    'If you requested this, you don’t need to do anything.',
    `If not, keep your current address. This link works until ${days} days after the change:`,
    keyLink('Keep my email address', '/keepemail', undo),
    'This signs you out everywhere and voids your password. We’ll email you a link to set a new one.',
    `If you need help, email ${contactEmail}.`,
  ])

interface EmailChange {
  name: string
  from: string
  to: string
  contactEmail: string
}

/** Sent to both addresses, so that no account changes its address unnoticed. */
export const addressChangedEmails = ({ name, from, to, contactEmail }: EmailChange) =>
  [from, to].map((email) =>
    composeEmail({ email, name }, 'Your email address was changed', [
      `The email address of your account is now ${to}. Before, it was ${from}.`,
      email === from && 'To undo this, open the link “Keep my email address” in our earlier email.',
      `If you did not expect this, email ${contactEmail} immediately.`,
    ]),
  )

export const changeUndoneEmail = (holder: Addressee, to: LinkEmail) =>
  composeEmail(holder, 'Your email address was kept', [
    'Your password no longer works. Passkeys, authenticator apps and recovery codes added since the change was requested were removed. Set a new password; the link is valid for 60 minutes:',
    ...passwordLink('Set a new password', holder.email, to),
  ])

interface InvitationEmail extends LinkEmail {
  inviter: string
  role: string
}

export const invitationEmail = (colleague: Addressee, { inviter, role, ...to }: InvitationEmail) =>
  composeEmail(colleague, `You are invited to ${brandMark('name')}`, [
    `${inviter} invited you as ${role}. Set your password to get started. The link is valid for seven days:`,
    ...passwordLink('Set a password', colleague.email, to),
  ])
