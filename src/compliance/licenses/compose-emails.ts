import { type Addressee, composeEmail, facts, link } from '#mail/compose-email.ts'
import { dayWords } from '#shared/day-words.ts'
import type { License } from './license-shapes.ts'

export interface EndingLicense {
  /** Empty for our own license. */
  companyName: string
  kind: License['kind']
  license: string
  licenseType: string
  /** The ship-to address, or the warehouse of our own license; empty for the whole business. */
  place: string
  day: string
  /** Negative after the expiration date. */
  daysLeft: number
}

const kindWords: Record<License['kind'], string> = {
  state: 'license',
  dea: 'DEA registration',
  controlled: 'controlled-substance registration',
  'list-one': 'List I registration',
}

const expiresWhen = (daysLeft: number): string => {
  if (daysLeft < 0) return 'has expired'
  if (daysLeft < 2) return daysLeft === 0 ? 'expires today' : 'expires tomorrow'
  return `expires in ${daysLeft} days`
}

/** Orders after the last day are accepted and placed on hold. */
export const licenseEndingEmail = (
  customer: Addressee,
  { companyName, kind, license, licenseType, place, day, daysLeft }: EndingLicense,
  { PUBLIC_URL, CONTACT_EMAIL }: { PUBLIC_URL: string; CONTACT_EMAIL: string },
) =>
  composeEmail(customer, `Your ${kindWords[kind]} ${expiresWhen(daysLeft)}`, [
    `The ${kindWords[kind]} we have on record for ${companyName} ${expiresWhen(daysLeft)}:`,
    facts([
      ['License', license || 'not provided'],
      licenseType && ['Type', licenseType],
      place && ['Ship-to address', place],
      [daysLeft < 0 ? 'Expired after' : 'Valid through', dayWords(day)],
    ]),
    `${daysLeft < 0 ? 'You' : 'After that day you'} can still place orders, but lines that need it will be on hold until it is renewed.`,
    `Send the renewal on your profile page or to ${CONTACT_EMAIL}. If you already have, you can ignore this email.`,
    link(PUBLIC_URL, 'Send the renewal', '/profile'),
  ])

const maxListed = 50

export const licenseDigestEmail = (admin: Addressee, ending: readonly EndingLicense[], publicUrl: string) =>
  composeEmail(admin, ending.length === 1 ? 'A license is expiring' : `${ending.length} licenses are expiring`, [
    'These licenses and registrations are expiring. We notified the customers.',
    facts(
      ending
        .slice(0, maxListed)
        .map(({ companyName, place, license, day, daysLeft }) => [
          [companyName || 'Our own', place].filter(Boolean).join(', '),
          `${license || 'no number'} ${expiresWhen(daysLeft)}: ${dayWords(day)}`,
        ]),
    ),
    ending.length > maxListed && `And ${ending.length - maxListed} more.`,
    link(publicUrl, 'View licenses', '/admin/licenses'),
  ])

interface RenewalSent {
  companyName: string
  number: string
  renewedUntil: string
  publicUrl: string
}

export const renewalSentEmail = (reader: Addressee, { companyName, number, renewedUntil, publicUrl }: RenewalSent) =>
  composeEmail(reader, `License renewal from ${companyName}`, [
    `${companyName} sent a renewal. It counts once you look it up and verify the license.`,
    facts([
      ['License', number],
      ['New expiration date', dayWords(renewedUntil)],
    ]),
    link(publicUrl, 'View renewals', '/admin/licenses?only=renewal'),
  ])

export const renewalDeclinedEmail = (
  sender: Addressee,
  { number, why, publicUrl }: { number: string; why: string; publicUrl: string },
) =>
  composeEmail(sender, 'We could not accept your license renewal', [
    `The renewal that you sent for license ${number} is not accepted:`,
    why,
    link(publicUrl, 'Send another renewal', '/profile'),
  ])
