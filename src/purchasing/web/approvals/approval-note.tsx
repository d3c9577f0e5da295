import type { ReactNode } from 'react'
import { LimitedArea } from '#web/form/limited-text.tsx'
import { useUser } from '#web/session.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from './approvals.module.css'
import { useApprovalPreview } from './hooks.ts'
import { listNames } from '../../approvals/request-shapes.ts'

interface Props {
  lines: readonly { _id: string; quantity: number }[]
  costCenterId: string | undefined
  reason: string
  setReason: (reason: string) => void
  /** The note, and whether the order needs approval. */
  children: (note: ReactNode, isNeeded: boolean) => ReactNode
}

/** Whether an order needs approval, with a note of why, and who can approve it. */
export function Approval({ lines, costCenterId, reason, setReason, children }: Props) {
  const user = useUser()
  const isBuyer = user !== null && !user.isAdmin && !user.isSalesRep && user.buyingRole === undefined
  const { data } = useApprovalPreview(lines, costCenterId, isBuyer)
  if (!data || data.reasons.length === 0) return children(null, false)
  const { reasons, approvers } = data
  return children(
    <Callout tone="warning" title="This order needs approval">
      <ul className={styles.reasons}>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className={styles.way}>
        {approvers.length > 0
          ? `We will ask ${listNames(approvers)} to approve it. Stock is not reserved while it waits.`
          : 'Your business has no other approver, so this order can’t be sent. Ask a manager at your business, or contact us.'}
      </p>
      {approvers.length > 0 && (
        <LimitedArea
          label="Note to the approver"
          description="Optional. Not printed on the order."
          rows={2}
          most={500}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
      )}
    </Callout>,
    true,
  )
}
