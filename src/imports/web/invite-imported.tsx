import { Button } from '@mantine/core'
import { useState } from 'react'
import { Confirm } from '#web/ui/confirm.tsx'
import type { Import } from '../import-shapes.ts'
import { useInvite } from './hooks.ts'

/** Customers are emailed only when an admin says so, because a file may be a trial. */
export function InviteImported({ one }: { one: Import }) {
  const [isAsking, setIsAsking] = useState(false)
  const invite = useInvite()
  const isAdded = (one.state === 'done' || one.state === 'stopped') && one.result.new > 0
  if (one.kind !== 'customers' || !isAdded) return null
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Send invitations
      </Button>
      <Confirm
        isOpen={isAsking}
        question="Send invitations?"
        answer="Send"
        isPending={invite.isPending}
        confirm={() => invite.mutate({ params: { id: one._id } }, { onSettled: () => setIsAsking(false) })}
        close={() => setIsAsking(false)}
      >
        <p>
          Customers added by this import who have no password get an email with a link to choose one. The link is valid
          for seven days. Earlier links stop working.
        </p>
      </Confirm>
    </>
  )
}
