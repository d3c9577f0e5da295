import type { EmailMessage } from '#mail/compose-email.ts'
import { type Addressee, emailTo, link, textPart } from '#identity/compose-emails.ts'
import { dayWords } from '#shared/day-words.ts'

interface Request {
  id: string
  companyName: string
  name: string
  lastName: string
  email: string
  phone: string
  license: string
  /** The account ID that an existing customer claims. */
  accountID: string
}

export const requestToCheckEmail = (admin: Addressee, request: Request, publicUrl: string): EmailMessage =>
  emailTo(admin, `Account request from ${request.companyName}`, [
    textPart('A business requests an account:'),
    {
      kind: 'facts',
      facts: [
        ['Company', request.companyName],
        ['Contact', `${request.name} ${request.lastName}`],
        ['Email', request.email],
        ['Phone', request.phone],
        ['License', request.license || 'not provided'],
        ...(request.accountID ? [['Claimed Account ID', request.accountID] as const] : []),
      ],
    },
    ...link('Review the request', publicUrl, `/admin/customer/${request.id}`),
  ])

export const acceptedEmail = (customer: Addressee, publicUrl: string): EmailMessage =>
  emailTo(customer, 'Your account is ready', [
    textPart('Your account was accepted. You can now sign in and order.'),
    ...link('Sign in', publicUrl, '/signin'),
  ])

export const rejectedEmail = (applicant: Addressee, contactEmail: string): EmailMessage =>
  emailTo(applicant, 'Your account request', [
    textPart('We could not accept your account request.'),
    textPart(`If you think this is a mistake, email ${contactEmail}.`),
  ])

export interface EndingLicense {
  companyName: string
  license: string
  licenseType: string
  day: string
  /** Negative after the expiration date. */
  daysLeft: number
}

const expiresWhen = (daysLeft: number): string => {
  if (daysLeft < 0) return 'has expired'
  if (daysLeft < 2) return daysLeft === 0 ? 'expires today' : 'expires tomorrow'
  return `expires in ${daysLeft} days`
}

/** Orders after the last day are accepted and placed on hold. */
export const licenseEndingEmail = (
  customer: Addressee,
  { companyName, license, licenseType, day, daysLeft }: EndingLicense,
  { PUBLIC_URL, CONTACT_EMAIL }: { PUBLIC_URL: string; CONTACT_EMAIL: string },
): EmailMessage =>
  emailTo(customer, `Your license ${expiresWhen(daysLeft)}`, [
    textPart(`The license we have on record for ${companyName} ${expiresWhen(daysLeft)}:`),
    {
      kind: 'facts',
      facts: [
        ['License', license || 'not provided'],
        ...(licenseType ? [['Type', licenseType] as const] : []),
        [daysLeft < 0 ? 'Expired after' : 'Valid through', dayWords(day)],
      ],
    },
    textPart(
      daysLeft < 0
        ? 'You can still place orders, but they will be on hold until the license is renewed.'
        : 'After that day you can still place orders, but they will be on hold until the license is renewed.',
    ),
    textPart(`Please send the renewed license to ${CONTACT_EMAIL}. If you already have, you can ignore this email.`),
    ...link('Open the portal', PUBLIC_URL, '/'),
  ])

const maxListed = 50

export const licenseDigestEmail = (
  admin: Addressee,
  ending: readonly EndingLicense[],
  publicUrl: string,
): EmailMessage =>
  emailTo(admin, ending.length === 1 ? 'A license is expiring' : `${ending.length} licenses are expiring`, [
    textPart('Today we notified these customers that their license is expiring:'),
    {
      kind: 'facts',
      facts: ending
        .slice(0, maxListed)
        .map(({ companyName, license, day, daysLeft }) => [
          companyName,
          `${license || 'no number'} ${expiresWhen(daysLeft)}: ${dayWords(day)}`,
        ]),
    },
    ...(ending.length > maxListed ? [textPart(`And ${ending.length - maxListed} more.`)] : []),
    ...link('Customers by license expiration', publicUrl, '/admin/customers?sort=license'),
  ])
