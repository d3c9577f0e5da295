import type { BuyingRole } from '#shared/buying-role.ts'

/** What a role is called, and what it means to whoever gives it. */
export const roleWords: Record<BuyingRole, { title: string; means: string }> = {
  viewer: { title: 'Viewer', means: 'Sees products, prices, orders and invoices, and orders nothing.' },
  buyer: { title: 'Buyer', means: 'Orders for the business.' },
  approver: { title: 'Approver', means: 'Orders, and approves orders of buyers that need it.' },
  manager: { title: 'Manager', means: 'Orders, approves, and looks after the people and rules of the business.' },
}
