import { type Addressee, composeEmail, facts, link } from '#mail/compose-email.ts'

interface Request {
  id: string
  companyName: string
  name: string
  lastName: string
  email: string
  phone: string
  license: string
  deaNumber?: string | undefined
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
      request.deaNumber ? ['DEA number', request.deaNumber] : '',
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
