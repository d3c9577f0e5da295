import type { Named } from '../../approvals/request-shapes.ts'

export const fullName = ({ name, lastName }: Omit<Named, '_id'>): string => `${name} ${lastName}`.trim()

const maxNamed = 3

/** `Ann Lee, Mia Moss or Bo Day`; a long list names the first three and counts the rest. */
export const listNames = (people: readonly Named[]): string => {
  const names = people.slice(0, maxNamed).map(fullName)
  if (people.length > names.length) return `${names.join(', ')} or ${people.length - names.length} more`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
