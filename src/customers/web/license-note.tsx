import { Callout } from '#web/ui/callout.tsx'
import styles from '#web/form/form.module.css'
import { useUser } from '#web/session.ts'
import { Day } from '#web/ui/day.tsx'
import { useAddressProfile } from './use-address-profile.ts'

/** Warns before ordering that orders are or will soon be on hold for the customer’s license. */
export function LicenseNote({ email }: { email: string | undefined }) {
  const isOwn = useUser()?.email === email
  const { data } = useAddressProfile(email)
  if (!data || (data.licenseState !== 'expired' && data.licenseState !== 'expiring')) return null
  const whose = isOwn ? 'Your license' : `The license of ${data.companyName || `${data.name} ${data.lastName}`}`
  const day = data.licenseExpiryDate && <Day at={data.licenseExpiryDate} />
  return data.licenseState === 'expired' ? (
    <Callout tone="bad" title={`${whose} has expired`}>
      <p className={styles.note}>
        It expired after {day}. New orders stay on hold and are not sent until the license is renewed.
      </p>
    </Callout>
  ) : (
    <Callout tone="warning" title={`${whose} expires soon`}>
      <p className={styles.note}>
        It is valid through {day}. Orders placed after that are on hold until it is renewed.
      </p>
    </Callout>
  )
}
