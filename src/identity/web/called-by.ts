import type { User } from '../account-shapes.ts'

type Named = Pick<User, 'name' | 'lastName' | 'email'>

export const fullName = ({ name, lastName, email }: Named): string => `${name} ${lastName}`.trim() || email

/** A person's label in dialogs: the business, and the email address to tell people apart. */
export const calledBy = ({ companyName, name, lastName, email }: Named & Pick<User, 'companyName'>): string =>
  `${companyName || `${name} ${lastName}`.trim()} (${email})`
