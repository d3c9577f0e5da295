import { Button } from '@mantine/core'
import { ButtonLink } from '#web/ui/button-link.tsx'
import styles from '../factors/factors.module.css'
import { useBeginSignOn, useSignOnMethods } from './hooks.ts'

/** Company sign-on, if staff or a business has one. */
export function CompanySignIn() {
  const ways = useSignOnMethods()
  const begin = useBeginSignOn()
  const { staff = null, businesses = false } = ways.data ?? {}
  return (
    <>
      {staff !== null && (
        <div className={styles.alone}>
          <Button
            variant="default"
            size="md"
            fullWidth
            loading={begin.isPending || begin.isSuccess}
            onClick={() => begin.mutate({ body: {} })}
          >
            Sign in with {staff}
          </Button>
          {begin.error && (
            <p className={styles.wrong} role="alert">
              {begin.error.message}
            </p>
          )}
        </div>
      )}
      {businesses && (
        <div className={styles.alone}>
          <ButtonLink variant="default" size="md" fullWidth to="/signin/company">
            Company sign-on
          </ButtonLink>
        </div>
      )}
    </>
  )
}
