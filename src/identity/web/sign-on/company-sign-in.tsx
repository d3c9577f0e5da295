import { Box, Button, Text } from '@mantine/core'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { useBeginSignOn, useSignOnMethods } from './hooks.ts'

/** Company sign-on, if staff or a business has one. */
export function CompanySignIn() {
  const ways = useSignOnMethods()
  const begin = useBeginSignOn()
  const { staff = null, businesses = false } = ways.data ?? {}
  return (
    <>
      {staff !== null && (
        <Box mt="sm">
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
            <Text mt={8} c="var(--mantine-color-error)" fz="sm" role="alert">
              {begin.error.message}
            </Text>
          )}
        </Box>
      )}
      {businesses && (
        <Box mt="sm">
          <ButtonLink variant="default" size="md" fullWidth to="/signin/company">
            Company sign-on
          </ButtonLink>
        </Box>
      )}
    </>
  )
}
