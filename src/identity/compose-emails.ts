import { brandMark } from '#mail/brand-marks.ts'
import { composeEmail, type EmailMessage } from '#mail/compose-email.ts'
import type { EmailPart } from '#mail/compose-page.ts'

export interface Addressee {
  email: string
  name: string
  /** An inactive applicant may have entered another person's address, so the name they typed is left out. */
  is_active?: boolean
}

export const textPart = (words: string): EmailPart => ({ kind: 'text', text: words })
export const link = (label: string, publicUrl: string, path: string): EmailPart[] =>
  publicUrl ? [{ kind: 'link', label, url: `${publicUrl}${path}` }] : []

export const emailTo = (
  { email, name, is_active = true }: Addressee,
  subject: string,
  parts: readonly EmailPart[],
): EmailMessage =>
  composeEmail({ to: email, subject, parts: [textPart(is_active ? `Hello ${name},` : 'Hello,'), ...parts] })

interface LinkEmail {
  key: string
  publicUrl: string
}

const keyLink = (label: string, path: string, { key, publicUrl }: LinkEmail): EmailPart => ({
  kind: 'link',
  label,
  url: `${publicUrl}${path}#key=${key}`,
})

/** Anyone can trigger this email to any address, so it repeats none of the submitted text. */
export const requestReceivedEmail = (to: string, { days, ...link }: LinkEmail & { days: number }): EmailMessage =>
  composeEmail({
    to,
    subject: 'We received your account request',
    parts: [
      textPart('Hello,'),
      textPart('Thank you for requesting an account with this email address. We will review your request.'),
      textPart(`Please confirm that this address is yours. The link is valid for ${days} days:`),
      keyLink('Confirm your email address', '/confirmemail', link),
      textPart('We will email you when your request is accepted. Then you can sign in.'),
      textPart('If you did not request an account, do not open the link. You can ignore this email.'),
    ],
  })

/** Emailed to the owner of the address because the screen must not reveal that it has an account. */
export const alreadyRegisteredEmail = (holder: Addressee, publicUrl: string): EmailMessage =>
  emailTo(holder, 'You already have an account', [
    textPart('Someone, perhaps you, requested an account with this email address, but you already have one.'),
    ...link('Sign in', publicUrl, '/signin'),
    ...link('Reset your password', publicUrl, '/resetpass'),
    textPart('If this was not you, you can ignore this email.'),
  ])

/** A URL fragment stays out of logs, referrers and the requests of mail scanners. */
const withKey = (path: string, email: string, key: string): string =>
  `${path}#email=${encodeURIComponent(email)}&key=${encodeURIComponent(key)}`

export const resetEmail = (user: Addressee, { key, publicUrl }: LinkEmail): EmailMessage => ({
  ...emailTo(user, 'Reset your password', [
    textPart(
      'Someone, hopefully you, asked to reset your password. Use this link to set a new one. It works once, within 60 minutes:',
    ),
    { kind: 'link', label: 'Set a new password', url: `${publicUrl}${withKey('/setnewpass', user.email, key)}` },
    { kind: 'facts', facts: [['Key', key]] },
    textPart('If this was not you, you can ignore this email. Your password has not changed.'),
  ]),
  isAwaited: true,
})

export const passwordChangedEmail = (user: Addressee, contactEmail: string): EmailMessage =>
  emailTo(user, 'Your password was changed', [
    textPart('Your password was just changed, and you were signed out everywhere else.'),
    textPart(`If this was not you, email ${contactEmail} immediately.`),
  ])

interface EmailChange {
  name: string
  from: string
  to: string
  contactEmail: string
}

export const confirmChangeEmail = (
  holder: Addressee,
  { former, hours, ...link }: LinkEmail & { former: string; hours: number },
): EmailMessage =>
  emailTo(holder, 'Confirm your new email address', [
    textPart(
      `Someone asked to change the email address of ${former}’s account to this one. Open the link to confirm; it is valid for ${hours} hours:`,
    ),
    keyLink('Confirm your new email address', '/confirmemail', link),
    textPart('After that, sign in with this address. If you did not expect this, do not open the link.'),
  ])

interface AskedChange extends LinkEmail {
  to: string
  days: number
  contactEmail: string
}

/** Sent to the current address immediately, so that its owner notices an intruder. */
export const addressChangeRequestedEmail = (
  holder: Addressee,
  { to, days, contactEmail, ...link }: AskedChange,
): EmailMessage =>
  emailTo(holder, 'A change of your email address was requested', [
    textPart(
      `Someone asked to change your account’s email address to ${to}. It takes effect when the link we sent there is opened.`,
    ),
    textPart('If you requested this, you don’t need to do anything.'),
    textPart(`If not, keep your current address. This link works until ${days} days after the change:`),
    keyLink('Keep my email address', '/keepemail', link),
    textPart('This signs you out everywhere and voids your password. We’ll email you a link to set a new one.'),
    textPart(`If you need help, email ${contactEmail}.`),
  ])

/** Sent to both addresses, so that no account changes its address unnoticed. */
export const addressChangedEmails = ({ name, from, to, contactEmail }: EmailChange): EmailMessage[] =>
  [from, to].map((email) =>
    emailTo({ email, name }, 'Your email address was changed', [
      textPart(`The email address of your account is now ${to}. Before, it was ${from}.`),
      ...(email === from
        ? [textPart('To undo this, open the link “Keep my email address” in our earlier email.')]
        : []),
      textPart(`If you did not expect this, email ${contactEmail} immediately.`),
    ]),
  )

export const changeUndoneEmail = (holder: Addressee, { key, publicUrl }: LinkEmail): EmailMessage =>
  emailTo(holder, 'Your email address was kept', [
    textPart(
      'Your password no longer works. Passkeys, authenticator apps and recovery codes added since the change was requested were removed. Set a new password; the link is valid for 60 minutes:',
    ),
    { kind: 'link', label: 'Set a new password', url: `${publicUrl}${withKey('/setnewpass', holder.email, key)}` },
    { kind: 'facts', facts: [['Key', key]] },
  ])

interface InvitationEmail extends LinkEmail {
  inviter: string
  role: string
}

export const invitationEmail = (
  colleague: Addressee,
  { key, publicUrl, inviter, role }: InvitationEmail,
): EmailMessage =>
  emailTo(colleague, `You are invited to ${brandMark('name')}`, [
    textPart(`${inviter} invited you as ${role}. Set your password to get started. The link is valid for seven days:`),
    { kind: 'link', label: 'Set a password', url: `${publicUrl}${withKey('/setnewpass', colleague.email, key)}` },
    { kind: 'facts', facts: [['Key', key]] },
  ])
