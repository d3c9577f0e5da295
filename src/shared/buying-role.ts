/** What somebody may do for his business: a viewer orders nothing, a manager also looks after its people. */
export const buyingRoles = ['viewer', 'buyer', 'manager'] as const
export type BuyingRole = (typeof buyingRoles)[number]
