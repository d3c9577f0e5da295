import type { ReactNode } from 'react'
import { session, useUser } from './session.ts'

/** False only for view-only and read-only users; visitors are asked to sign in later. */
export const useMayOrder = (): boolean => {
  const user = useUser()
  return user?.buyingRole !== 'viewer' && !user?.isReadOnly
}

/** The server enforces it too. */
export const viewerNote = (): string =>
  session().user?.isReadOnly
    ? 'Your account is read-only and cannot order.'
    : 'Your account is view-only. Ask a manager of your business if you need to order.'

/** Hides controls that lead to an order from view-only users, whom the server would refuse. */
export function ForBuyers({ children, instead = null }: { children: ReactNode; instead?: ReactNode }) {
  return useMayOrder() ? children : instead
}
