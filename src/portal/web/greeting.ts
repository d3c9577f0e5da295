interface Greeted {
  name: string
  isAdmin: boolean
  isSalesRep: boolean
}

/** The title of the user menu. */
export const greeting = (user: Greeted | null): string => {
  if (!user) return 'Hello, sign in'
  if (user.isAdmin) return `Hello, ${user.name} (Admin)`
  return user.isSalesRep ? `Hello, ${user.name} (Sales Rep)` : `Hello, ${user.name}`
}
