import type { User } from '../account-shapes.ts'

/** How dialogs name a person: the business, and the address that tells two apart. */
export const calledBy = ({
  companyName,
  name,
  lastName,
  email,
}: Pick<User, 'companyName' | 'name' | 'lastName' | 'email'>) =>
  `${companyName || `${name} ${lastName}`.trim()} (${email})`
