import { type Addressee, composeEmail, facts, link } from '#mail/compose-email.ts'
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

export const requestToCheckEmail = (admin: Addressee, request: Request, publicUrl: string) =>
  composeEmail(admin, `Account request from ${request.companyName}`, [
    'A business requests an account:',
    facts([
      ['Company', request.companyName],
      ['Contact', `${request.name} ${request.lastName}`],
      ['Email', request.email],
      ['Phone', request.phone],
      ['License', request.license || 'not provided'],
      request.accountID && ['Claimed Account ID', request.accountID],
    ]),
    link(publicUrl, 'Review the request', `/admin/customer/${request.id}`),
  ])

export const acceptedEmail = (customer: Addressee, publicUrl: string) =>
  composeEmail(customer, 'Your account is ready', [
    'Your account was accepted. You can now sign in and order.',
    link(publicUrl, 'Sign in', '/signin'),
  ])

export const rejectedEmail = (applicant: Addressee, contactEmail: string) =>
  composeEmail(applicant, 'Your account request', [
    'We could not accept your account request.',
    `If you think this is a mistake, email ${contactEmail}.`,
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
) =>
  composeEmail(customer, `Your license ${expiresWhen(daysLeft)}`, [
    `The license we have on record for ${companyName} ${expiresWhen(daysLeft)}:`,
    facts([
      ['License', license || 'not provided'],
      licenseType && ['Type', licenseType],
      [daysLeft < 0 ? 'Expired after' : 'Valid through', dayWords(day)],
    ]),
    `${daysLeft < 0 ? 'You' : 'After that day you'} can still place orders, but they will be on hold until the license is renewed.`,
    `Please send the renewed license to ${CONTACT_EMAIL}. If you already have, you can ignore this email.`,
    link(PUBLIC_URL, 'Open the portal', '/'),
  ])

const maxListed = 50

export const licenseDigestEmail = (admin: Addressee, ending: readonly EndingLicense[], publicUrl: string) =>
  composeEmail(admin, ending.length === 1 ? 'A license is expiring' : `${ending.length} licenses are expiring`, [
    'Today we notified these customers that their license is expiring:',
    facts(
      ending
        .slice(0, maxListed)
        .map(({ companyName, license, day, daysLeft }) => [
          companyName,
          `${license || 'no number'} ${expiresWhen(daysLeft)}: ${dayWords(day)}`,
        ]),
    ),
    ending.length > maxListed && `And ${ending.length - maxListed} more.`,
    link(publicUrl, 'Customers by license expiration', '/admin/customers?sort=license'),
  ])
