import { fullName } from '#shared/full-name.ts'
import type { User } from '../account-shapes.ts'

type Named = Pick<User, 'name' | 'lastName' | 'email' | 'companyName'>

/** A person's label in dialogs: the business, and the email address to tell people apart. */
export const calledBy = ({ companyName, name, lastName, email }: Named): string =>
  `${companyName || fullName({ name, lastName })} (${email})`
