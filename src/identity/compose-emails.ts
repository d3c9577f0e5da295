import { brandMark } from '#mail/brand-marks.ts'
import { composeEmail, type EmailMessage } from '#mail/compose-email.ts'
import type { EmailPart } from '#mail/compose-page.ts'

export interface Addressee {
  email: string
  name: string
  /** Who was not accepted may have written somebody else's address: his own words are not mailed there. */
  is_active?: boolean
}

export const text = (words: string): EmailPart => ({ kind: 'text', text: words })
export const link = (label: string, publicUrl: string, path: string): EmailPart[] =>
  publicUrl ? [{ kind: 'link', label, url: `${publicUrl}${path}` }] : []

export const emailTo = (
  { email, name, is_active = true }: Addressee,
  subject: string,
  parts: readonly EmailPart[],
): EmailMessage =>
  composeEmail({ to: email, subject, parts: [text(is_active ? `Hello ${name},` : 'Hello,'), ...parts] })

interface LinkEmail {
  key: string
  publicUrl: string
}

const keyLink = (label: string, path: string, { key, publicUrl }: LinkEmail): EmailPart => ({
  kind: 'link',
  label,
  url: `${publicUrl}${path}#key=${key}`,
})

/** Anybody can have this sent to any address, so it repeats nothing of what was typed. */
export const requestReceivedEmail = (to: string, { days, ...link }: LinkEmail & { days: number }): EmailMessage =>
  composeEmail({
    to,
    subject: 'We received your account request',
    parts: [
      text('Hello,'),
      text('Thank you. You asked for an account with this email address, and we will check your request.'),
      text(`Please confirm that the address is yours. The link is valid for ${days} days:`),
      keyLink('Confirm your email address', '/confirmemail', link),
      text('You can sign in as soon as your request is accepted; we will write to you.'),
      text('If you did not ask for an account, do not follow the link. You can ignore this mail.'),
    ],
  })

/** To the holder of an address that someone asked for again: the screen itself tells nobody that it is known. */
export const alreadyRegisteredEmail = (holder: Addressee, publicUrl: string): EmailMessage =>
  emailTo(holder, 'You already have an account', [
    text('Someone, perhaps you, asked for an account with this email address. There is one already.'),
    ...link('Sign in', publicUrl, '/signin'),
    ...link('Reset your password', publicUrl, '/resetpass'),
    text('If this was not you, you can ignore this mail.'),
  ])

/** In the fragment, which is in no log, no referrer and no request of a mail scanner. */
const withKey = (path: string, email: string, key: string): string =>
  `${path}#email=${encodeURIComponent(email)}&key=${encodeURIComponent(key)}`

export const resetEmail = (user: Addressee, { key, publicUrl }: LinkEmail): EmailMessage => ({
  ...emailTo(user, 'Reset your password', [
    text('Someone, hopefully you, asked for a new password. This link leads to it, once, within 60 minutes:'),
    { kind: 'link', label: 'Set a new password', url: `${publicUrl}${withKey('/setnewpass', user.email, key)}` },
    { kind: 'facts', facts: [['Key', key]] },
    text('If this was not you, you can ignore this mail: your password stays as it is.'),
  ]),
  isAwaited: true,
})

export const passwordChangedEmail = (user: Addressee, contactEmail: string): EmailMessage =>
  emailTo(user, 'Your password was changed', [
    text('The password of your account was changed just now, and all other sessions have ended.'),
    text(`If this was not you, write to ${contactEmail} at once.`),
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
    text(
      `The account of ${former} is to get this email address. The link makes it so; it is valid for ${hours} hours:`,
    ),
    keyLink('Confirm your new email address', '/confirmemail', link),
    text('From then on you sign in with this address. If you do not know of this, do not follow the link.'),
  ])

interface AskedChange extends LinkEmail {
  to: string
  days: number
  contactEmail: string
}

/** To the address that holds, at once: it is how somebody learns that another is in his account. */
export const addressAskedEmail = (holder: Addressee, { to, days, contactEmail, ...link }: AskedChange): EmailMessage =>
  emailTo(holder, 'A new email address was asked for', [
    text(
      `Your account is to get the email address ${to}. It takes effect when the link that we sent there is followed.`,
    ),
    text('If you want this, there is nothing to do.'),
    text(`If not, keep the address that you have. You can do so until ${days} days after the change:`),
    keyLink('Keep my email address', '/keepemail', link),
    text('That ends all sessions and the password, and we send you a link to a new one.'),
    text(`If you need help, write to ${contactEmail}.`),
  ])

/** Both addresses learn of the change, so that nobody loses an account unnoticed. */
export const addressChangedEmails = ({ name, from, to, contactEmail }: EmailChange): EmailMessage[] =>
  [from, to].map((email) =>
    emailTo({ email, name }, 'Your email address was changed', [
      text(`Your account now belongs to ${to}. Before, it was ${from}.`),
      ...(email === from ? [text('To undo this, follow the link “Keep my email address” of our earlier mail.')] : []),
      text(`If you did not expect this, write to ${contactEmail} at once.`),
    ]),
  )

export const changeUndoneEmail = (holder: Addressee, { key, publicUrl }: LinkEmail): EmailMessage =>
  emailTo(holder, 'Your email address stays yours', [
    text(
      'The password of your account is void, and passkeys, authenticator apps and recovery codes that were added since the change was asked for are removed. Choose a new password; the link is valid for 60 minutes:',
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
    text(`${inviter} invites you as ${role}. Choose your password to begin; the link is valid for seven days:`),
    { kind: 'link', label: 'Choose a password', url: `${publicUrl}${withKey('/setnewpass', colleague.email, key)}` },
    { kind: 'facts', facts: [['Key', key]] },
  ])
