import { Button } from '@mantine/core'
import { useEffect } from 'react'
import styles from './factors.module.css'
import { usePasskeySignIn } from './hooks.ts'
import { areSuggested, stopAsking } from './use-passkey.ts'

/** Signs in by passkey alone; browsers that support it also offer passkeys in the email field's autofill. */
export function PasskeySignIn() {
  const asked = usePasskeySignIn()
  const { mutate: suggest } = usePasskeySignIn()

  useEffect(() => {
    let isHere = true
    void areSuggested().then((are) => {
      if (are && isHere) suggest({ isOffered: true })
    })
    return () => {
      isHere = false
      stopAsking()
    }
  }, [suggest])

  return (
    <div className={styles.alone}>
      <Button
        variant="default"
        size="md"
        fullWidth
        loading={asked.isPending || asked.isSuccess}
        onClick={() => asked.mutate({})}
      >
        Sign in with a passkey
      </Button>
      {asked.error && (
        <p className={styles.wrong} role="alert">
          {asked.error.message}
        </p>
      )}
    </div>
  )
}
