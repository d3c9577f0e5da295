/** What somebody may do for his business: a viewer orders nothing, an approver also approves orders, a manager also looks after its people. */
export const buyingRoles = ['viewer', 'buyer', 'approver', 'manager'] as const
export type BuyingRole = (typeof buyingRoles)[number]
