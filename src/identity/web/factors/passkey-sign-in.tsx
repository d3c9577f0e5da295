import { Box, Button, Text } from '@mantine/core'
import { useEffect } from 'react'
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
    <Box mt="sm">
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
        <Text mt={8} c="var(--mantine-color-error)" fz="sm" role="alert">
          {asked.error.message}
        </Text>
      )}
    </Box>
  )
}
