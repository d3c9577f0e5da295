import styles from '#web/form/form.module.css'
import { useUser } from '#web/session.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { useFactors } from './hooks.ts'
import { SecurityPanels } from './security-panels.tsx'

/** For users whose role requires a second factor that they have not set up. */
export function SetUpFactorPage() {
  const user = useUser()
  const { data: factors } = useFactors()
  const isDone = factors !== undefined && (factors.passkeys.length > 0 || factors.app !== null)
  return (
    user && (
      <div className={styles.page}>
        <PageHeading
          title="Set up your second factor"
          lead="Your account has broad access. Add a passkey or an authenticator app to protect it."
        />
        <div className={styles.stack}>
          <SecurityPanels />
          {isDone && (
            <div className={styles.actions}>
              <ButtonLink to={user.isAdmin ? '/admin/dashboard' : '/user-dashboard'}>Continue</ButtonLink>
            </div>
          )}
        </div>
      </div>
    )
  )
}
