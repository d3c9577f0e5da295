import { Alert, Button } from '@mantine/core'
import styles from '#web/form/form.module.css'
import { useCancelEmail, useEmailProof, useSendEmailProof } from './use-email-proof.ts'

/** The address that waits until the link mailed to it is followed; nothing where none does. */
export function EmailNote({ userId }: { userId: string }) {
  const { data } = useEmailProof(userId)
  const again = useSendEmailProof()
  const cancel = useCancelEmail()
  if (!data?.waiting) return null
  const { email, isChange } = data.waiting
  const params = { id: userId }
  return (
    <Alert color="yellow" title={isChange ? `Waiting for confirmation of ${email}` : 'Address not confirmed'}>
      <div className={styles.stack}>
        <span>
          {isChange
            ? 'It takes effect when the link that we sent there is followed. Until then the address below holds.'
            : `Nobody has followed the link that we sent to ${email}.`}
        </span>
        <div className={styles.actions}>
          <Button
            size="compact-sm"
            variant="default"
            loading={again.isPending}
            onClick={() => again.mutate({ params })}
          >
            Send the link again
          </Button>
          {isChange && (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params })}
            >
              Cancel the change
            </Button>
          )}
        </div>
      </div>
    </Alert>
  )
}
