import { Status } from '#web/ui/status.tsx'
import type { User } from '#identity/account-shapes.ts'

/** Pending and deactivated customers have the same state on the wire (`isActive`); inactive staff were deactivated. */
export function UserStatus({ user }: { user: Pick<User, 'isActive' | 'isAdmin' | 'isSalesRep' | 'hasPassword'> }) {
  if (!user.isActive)
    return <Status tone="notice">{user.isAdmin || user.isSalesRep ? 'Deactivated' : 'Pending'}</Status>
  return user.hasPassword || !(user.isAdmin || user.isSalesRep) ? (
    <Status tone="good">Active</Status>
  ) : (
    <Status tone="neutral">Invited</Status>
  )
}
