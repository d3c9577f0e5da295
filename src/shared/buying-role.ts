/** Roles in a business: viewers cannot order, approvers also approve orders, managers also manage its people. */
export const buyingRoles = ['viewer', 'buyer', 'approver', 'manager'] as const
export type BuyingRole = (typeof buyingRoles)[number]
