interface Named {
  name: string
  lastName: string
  email?: string
}

/** A person's name, or the email address if they have none. */
export const fullName = ({ name, lastName, email = '' }: Named): string => `${name} ${lastName}`.trim() || email
