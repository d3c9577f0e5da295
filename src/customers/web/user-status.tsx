import { Status } from '#web/ui/status.tsx'
import type { User } from '#identity/account-shapes.ts'

interface Props {
  user: Pick<User, 'isActive' | 'hasPassword'>
  /** On the pages of customers, an inactive user awaits approval, and one without a password signs in elsewhere. */
  isCustomer?: boolean
}

export function UserStatus({ user: { isActive, hasPassword }, isCustomer = false }: Props) {
  if (!isActive) return <Status tone="notice">{isCustomer ? 'Pending' : 'Deactivated'}</Status>
  return hasPassword || isCustomer ? <Status tone="good">Active</Status> : <Status tone="neutral">Invited</Status>
}
