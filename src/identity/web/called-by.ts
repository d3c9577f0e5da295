import type { User } from '../account-shapes.ts'

/** A person's label in dialogs: the business, and the email address to tell people apart. */
export const calledBy = ({
  companyName,
  name,
  lastName,
  email,
}: Pick<User, 'companyName' | 'name' | 'lastName' | 'email'>) =>
  `${companyName || `${name} ${lastName}`.trim()} (${email})`
