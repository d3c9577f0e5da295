import { Button } from '@mantine/core'
import { Callout } from '#web/ui/callout.tsx'
import styles from '#web/form/form.module.css'
import { useCancelEmail, useEmailProof, useSendEmailProof } from './use-email-proof.ts'

/** Shows the address that awaits confirmation, if there is one. */
export function EmailNote({ userId }: { userId: string }) {
  const { data } = useEmailProof(userId)
  const again = useSendEmailProof()
  const cancel = useCancelEmail()
  if (!data?.waiting) return null
  const { email, isChange } = data.waiting
  const params = { id: userId }
  return (
    <Callout tone="warning" title={isChange ? `Waiting for confirmation of ${email}` : 'Address not confirmed'}>
      <div className={styles.stack}>
        <span>
          {isChange
            ? 'Open the link we emailed to the new address. Until then, the current address stays in use.'
            : `The link we sent to ${email} has not been opened yet.`}
        </span>
        <div className={styles.actions}>
          <Button
            size="compact-sm"
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate({ params })}
          >
            Resend link
          </Button>
          {isChange && (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params })}
            >
              Cancel change
            </Button>
          )}
        </div>
      </div>
    </Callout>
  )
}
