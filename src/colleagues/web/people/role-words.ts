import type { BuyingRole } from '#shared/buying-role.ts'

/** Labels and descriptions of the roles. */
export const roleWords: Record<BuyingRole, { title: string; means: string }> = {
  viewer: { title: 'Viewer', means: 'Views products, prices, orders and invoices. Cannot order.' },
  buyer: { title: 'Buyer', means: 'Places orders.' },
  approver: { title: 'Approver', means: 'Places orders and approves buyers’ orders.' },
  manager: { title: 'Manager', means: 'Places and approves orders, and manages users and rules.' },
}
