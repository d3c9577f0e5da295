import type { ReactNode } from 'react'
import { useUser } from './session.ts'

/** Whether who is signed in may lead to an order; visitors may, until they are asked to sign in. */
export const useMayOrder = (): boolean => useUser()?.buyingRole !== 'viewer'

/** The server refuses it too. */
export const viewerNote = 'Your account is view-only. Ask a manager of your business if you need to order.'

/** What leads to an order: who may only look finds nothing that would be refused. */
export function ForBuyers({ children, instead = null }: { children: ReactNode; instead?: ReactNode }) {
  return useMayOrder() ? children : instead
}
