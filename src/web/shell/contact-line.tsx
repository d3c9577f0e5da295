import { portalSettings } from '../portal-settings.ts'
import styles from './contact-line.module.css'

const { contactEmail: email, contactPhone: phone, demo, mailbox } = portalSettings

export function ContactLine() {
  if (!email && !phone && !demo) return null
  return (
    <div className={styles.strip}>
      <p className={styles.line}>
        {(email || phone) && 'If you cannot find a product, '}
        {email && (
          <>
            email <a href={`mailto:${email}`}>{email}</a>
          </>
        )}
        {email && phone && ' or '}
        {phone && (
          <>
            call <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a> sales
          </>
        )}
      </p>
      {demo && (
        <p className={styles.demo}>
          {mailbox ? (
            <>
              Demo: mails arrive in the <a href="/dev/mailbox">mailbox</a>
            </>
          ) : (
            'Demo'
          )}
        </p>
      )}
    </div>
  )
}
