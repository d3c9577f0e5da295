import { dayWords } from '#shared/day-words.ts'
import { dayIn } from '#web/ui/day.tsx'
import type { License } from '../../licenses/license-shapes.ts'
import { LicenseFactList } from './license-facts.tsx'
import { sharedWords } from './license-words.ts'

/** A license for the back office: status with its source, dates, files, and what is wrong with it. */
export function LicenseDetails({ license, isUntitled = false }: { license: License; isUntitled?: boolean }) {
  const { shipToId, location, authority, holder, schedules, expiresOn, renewalFiledOn, suspendedWhy } = license
  const { verifiedAt, verifiedAgainst, verifiedBy, renewal, differs, needsProof, sharedWith, status } = license
  return (
    <LicenseFactList
      license={license}
      isUntitled={isUntitled}
      facts={[
        shipToId && location?.name,
        authority,
        holder,
        schedules.length > 0 && `Schedules ${schedules.join(', ')}`,
        expiresOn ? `Valid until ${dayWords(expiresOn)}` : 'No expiration date',
        renewalFiledOn && `Renewal filed ${dayWords(renewalFiledOn)}`,
        verifiedAt && `Looked up ${dayWords(dayIn(verifiedAt))} by ${verifiedBy}: ${verifiedAgainst}`,
        suspendedWhy,
      ]}
      notes={[
        needsProof &&
          status !== 'verified' &&
          'This DEA number fails its check digit. Verifying it needs proof that DEA issued it.',
        differs.length > 0 &&
          `The ${differs.join(' and ')} differ from the ship-to address ${location?.name ?? ''}, ${location?.address ?? ''}.`,
        sharedWith.length > 0 && sharedWords(sharedWith),
        renewal &&
          `Renewal sent ${dayWords(dayIn(renewal.addedAt))}: valid until ${dayWords(renewal.renewedUntil)}. Look it up, then verify or decline it.`,
      ]}
    />
  )
}
