import { composeEmail, type EmailMessage, type EmailPart } from '#mail/compose-email.ts'

interface Addressee {
  email: string
  name: string
  /** Who was not accepted may have written somebody else's address: his own words are not mailed there. */
  is_active?: boolean
}

const text = (words: string): EmailPart => ({ kind: 'text', text: words })
const link = (label: string, publicUrl: string, path: string): EmailPart[] =>
  publicUrl ? [{ kind: 'link', label, url: `${publicUrl}${path}` }] : []

const emailTo = (
  { email, name, is_active = true }: Addressee,
  subject: string,
  parts: readonly EmailPart[],
): EmailMessage =>
  composeEmail({ to: email, subject, parts: [text(is_active ? `Hello ${name},` : 'Hello,'), ...parts] })

export const requestReceivedEmail = (applicant: Addressee): EmailMessage =>
  emailTo(applicant, 'We received your account request', [
    text('Thank you. We received your account request and will check it.'),
    text('You can sign in as soon as it is accepted; we will write to you.'),
  ])

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

interface KeyEmail {
  key: string
  publicUrl: string
}

/** In the fragment, which is in no log, no referrer and no request of a mail scanner. */
const withKey = (path: string, email: string, key: string): string =>
  `${path}#email=${encodeURIComponent(email)}&key=${encodeURIComponent(key)}`

export const resetEmail = (user: Addressee, { key, publicUrl }: KeyEmail): EmailMessage =>
  emailTo(user, 'Reset your password', [
    text('Someone, hopefully you, asked for a new password. This link leads to it, once, within 60 minutes:'),
    { kind: 'link', label: 'Set a new password', url: `${publicUrl}${withKey('/setnewpass', user.email, key)}` },
    { kind: 'facts', facts: [['Key', key]] },
    text('If this was not you, you can ignore this mail: your password stays as it is.'),
  ])

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

/** Both addresses learn of the change, so that nobody loses an account unnoticed. */
export const addressChangedEmails = ({ name, from, to, contactEmail }: EmailChange): EmailMessage[] =>
  [from, to].map((email) =>
    emailTo({ email, name }, 'Your email address was changed', [
      text(`Your account now belongs to ${to}. Before, it was ${from}.`),
      text(`If you did not expect this, write to ${contactEmail} at once.`),
    ]),
  )

interface InvitationEmail extends KeyEmail {
  inviter: string
  role: string
}

export const invitationEmail = (
  colleague: Addressee,
  { key, publicUrl, inviter, role }: InvitationEmail,
): EmailMessage =>
  emailTo(colleague, 'You are invited to Apotheca', [
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
