import { Alert } from '@mantine/core'
import styles from '#web/form/form.module.css'
import { useUser } from '#web/session.ts'
import { Day } from '#web/ui/day.tsx'
import { useAddressProfile } from './use-address-profile.ts'

/** Says before anything is ordered that it would wait for the customer's license, or soon will. */
export function LicenseNote({ email }: { email: string | undefined }) {
  const isOwn = useUser()?.email === email
  const { data } = useAddressProfile(email)
  if (!data || (data.licenseState !== 'expired' && data.licenseState !== 'expiring')) return null
  const whose = isOwn ? 'Your license' : `The license of ${data.companyName || `${data.name} ${data.lastName}`}`
  const day = data.licenseExpiryDate && <Day at={data.licenseExpiryDate} />
  return data.licenseState === 'expired' ? (
    <Alert color="red" title={`${whose} has ended`}>
      <p className={styles.note}>
        It was valid until {day}. An order is held: it is neither sent nor numbered before the license is renewed.
      </p>
    </Alert>
  ) : (
    <Alert color="yellow" title={`${whose} ends soon`}>
      <p className={styles.note}>It is valid until {day}. Orders after that day are held until it is renewed.</p>
    </Alert>
  )
}
