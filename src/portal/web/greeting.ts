interface Greeted {
  name: string
  isAdmin: boolean
  isSalesRep: boolean
  isReadOnly?: boolean | undefined
}

/** The title of the user menu. */
export const greeting = (user: Greeted | null): string => {
  if (!user) return 'Hello, sign in'
  if (user.isReadOnly) return `Hello, ${user.name} (Director)`
  if (user.isAdmin) return `Hello, ${user.name} (Admin)`
  return user.isSalesRep ? `Hello, ${user.name} (Sales Rep)` : `Hello, ${user.name}`
}
