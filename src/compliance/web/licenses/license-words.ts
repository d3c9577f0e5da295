import type { License, LicenseFilter } from '../../licenses/license-shapes.ts'
import type { Tone } from '#web/ui/status.tsx'

export const kindWords: Record<License['kind'], string> = {
  state: 'State license',
  dea: 'DEA registration',
  controlled: 'Controlled-substance registration',
  'list-one': 'List I registration',
}

export const titleOf = ({ kind, state, number }: Pick<License, 'kind' | 'state' | 'number'>): string =>
  [kindWords[kind], number, state && `(${state})`].filter(Boolean).join(' ')

export const statusWords: Record<License['status'], { words: string; tone: Tone }> = {
  unverified: { words: 'Not verified', tone: 'notice' },
  verified: { words: 'Verified', tone: 'good' },
  suspended: { words: 'Suspended', tone: 'bad' },
}

type Dated = Pick<License, 'status' | 'expiresOn' | 'renewalFiledOn'>

/** The status on a day; an expired license is not shown as verified. */
export const statusOn = (
  { status, expiresOn, renewalFiledOn }: Dated,
  today: string,
): { words: string; tone: Tone } => {
  if (status === 'suspended' || expiresOn === null || expiresOn >= today) return statusWords[status]
  return renewalFiledOn !== null && renewalFiledOn <= expiresOn
    ? { words: 'Renewal pending', tone: 'notice' }
    : { words: 'Expired', tone: 'bad' }
}

export const sharedWords = (names: readonly string[]): string => `Same number as ${names.join(', ')}.`

export const filterWords: Record<LicenseFilter, string> = {
  expired: 'Expired',
  expiring: 'Expiring',
  unverified: 'Not verified',
  suspended: 'Suspended',
  renewal: 'Renewal sent',
  difference: 'Differs from the board',
}

export const fieldWords: Record<string, string> = {
  number: 'Number',
  name: 'Name',
  address: 'Address',
  expiry: 'Expiration date',
  status: 'Status',
}
