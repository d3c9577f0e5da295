/**
 * The path alone, with every part masked that holds an email address or is a filter, which may name anybody: logs name no
 * person. Takes time by its length only.
 */
export const maskAddresses = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  return path
    .split('/')
    .map((part) => (/^(?:\{|%7b)/i.test(part) ? '<filter>' : /@|%(?:25)*40/i.test(part) ? '<email>' : part))
    .join('/')
}

/** An error for the log: mail servers and the database write addresses into theirs, and carry more of them along. */
export const maskError = (error: unknown) => {
  const {
    name,
    message,
    stack = '',
    code,
  } = error instanceof Error ? (error as Error & { code?: unknown }) : other(error)
  return { type: name, message: maskText(message), stack: maskText(stack), ...(code !== undefined && { code }) }
}

/** Libraries throw plain objects, too: what those say of themselves, and of others what their fields are called. */
const other = (thrown: unknown): Error & { code?: unknown } => {
  if (typeof thrown !== 'object' || thrown === null) return { name: typeof thrown, message: String(thrown) }
  const { name, message, code } = thrown as { name?: unknown; message?: unknown; code?: unknown } // any of them, or none
  return {
    name: typeof name === 'string' ? name : 'object',
    message: typeof message === 'string' ? message : `an object with ${Object.keys(thrown).join(', ')}`.slice(0, 500),
    code,
  }
}

/** Whatever holds an @ between blanks and brackets, an address with a password in it too, but for the scopes of packages. */
export const maskText = (text: string): string =>
  text
    .split(/([\s<>()[\]"',;=]+)/)
    .map((word) => (word.replaceAll(/(?:^|\/)@/g, '').includes('@') ? '<email>' : word))
    .join('')
