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
const link = (label: string, publicUrl: string, path: string): EmailPart[] =>
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

interface Request {
  id: string
  companyName: string
  name: string
  lastName: string
  email: string
  phone: string
  license: string
  /** The account id that an existing customer claims. */
  accountID: string
}

export const requestToCheckEmail = (admin: Addressee, request: Request, publicUrl: string): EmailMessage =>
  emailTo(admin, `Account request of ${request.companyName}`, [
    text('A business asks for an account:'),
    {
      kind: 'facts',
      facts: [
        ['Company', request.companyName],
        ['Contact', `${request.name} ${request.lastName}`],
        ['Email', request.email],
        ['Phone', request.phone],
        ['License', request.license || 'not given'],
        ...(request.accountID ? [['Claimed Account ID', request.accountID] as const] : []),
      ],
    },
    ...link('Check the request', publicUrl, `/admin/customer/${request.id}`),
  ])

export const acceptedEmail = (customer: Addressee, publicUrl: string): EmailMessage =>
  emailTo(customer, 'Your account is ready', [
    text('Your account was accepted. You can sign in and order now.'),
    ...link('Sign in', publicUrl, '/signin'),
  ])

export const rejectedEmail = (applicant: Addressee, contactEmail: string): EmailMessage =>
  emailTo(applicant, 'Your account request', [
    text('We could not accept your account request.'),
    text(`If you think that this is a mistake, write to ${contactEmail}.`),
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

export interface EndingLicense {
  companyName: string
  license: string
  licenseType: string
  /** The last day of the license, `YYYY-MM-DD`. */
  day: string
  /** Negative when that day has passed. */
  daysLeft: number
}

const written = (day: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

const expiresWhen = (daysLeft: number): string => {
  if (daysLeft < 0) return 'has expired'
  if (daysLeft < 2) return daysLeft === 0 ? 'expires today' : 'expires tomorrow'
  return `expires in ${daysLeft} days`
}

/** Orders after the last day are accepted and held. */
export const licenseEndingEmail = (
  customer: Addressee,
  { companyName, license, licenseType, day, daysLeft }: EndingLicense,
  { PUBLIC_URL, CONTACT_EMAIL }: { PUBLIC_URL: string; CONTACT_EMAIL: string },
): EmailMessage =>
  emailTo(customer, `Your license ${expiresWhen(daysLeft)}`, [
    text(`The license that we have on record for ${companyName} ${expiresWhen(daysLeft)}:`),
    {
      kind: 'facts',
      facts: [
        ['License', license || 'not given'],
        ...(licenseType ? [['Type', licenseType] as const] : []),
        [daysLeft < 0 ? 'Was valid until' : 'Valid until', written(day)],
      ],
    },
    text(
      daysLeft < 0
        ? 'You can go on ordering, but your orders wait with us until the license is renewed.'
        : 'You can order after that day, but your orders wait with us until the license is renewed.',
    ),
    text(`Please send the renewed license to ${CONTACT_EMAIL}. If you have done so already, you can ignore this mail.`),
    ...link('Open the portal', PUBLIC_URL, '/'),
  ])

const mostListed = 50

export const licenseDigestEmail = (
  admin: Addressee,
  ending: readonly EndingLicense[],
  publicUrl: string,
): EmailMessage =>
  emailTo(admin, ending.length === 1 ? 'A license ends' : `${ending.length} licenses end`, [
    text('These customers were told today that their license ends:'),
    {
      kind: 'facts',
      facts: ending
        .slice(0, mostListed)
        .map(({ companyName, license, day, daysLeft }) => [
          companyName,
          `${license || 'number not given'} ${expiresWhen(daysLeft)}: ${written(day)}`,
        ]),
    },
    ...(ending.length > mostListed ? [text(`And ${ending.length - mostListed} more.`)] : []),
    ...link('Customers by end of license', publicUrl, '/admin/customers?sort=license'),
  ])
