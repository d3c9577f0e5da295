/** Strips the query and masks path segments with email addresses or filters, because logs must not name people. */
export const maskAddresses = (url: string): string => {
  const [path = ''] = url.split('?', 1)
  return path
    .split('/')
    .map((part) => (/^(?:\{|%7b)/i.test(part) ? '<filter>' : /@|%(?:25)*40/i.test(part) ? '<email>' : part))
    .join('/')
}

/** An error for the log. Mail servers and the database put addresses into their messages and extra properties. */
export const maskError = (error: unknown) => {
  const {
    name,
    message,
    stack = '',
    code,
  } = error instanceof Error ? (error as Error & { code?: unknown }) : other(error)
  return { type: name, message: maskText(message), stack: maskText(stack), ...(code !== undefined && { code }) }
}

/** Libraries also throw plain objects: logs their message, or else their field names. */
const other = (thrown: unknown): Error & { code?: unknown } => {
  if (typeof thrown !== 'object' || thrown === null) return { name: typeof thrown, message: String(thrown) }
  const { name, message, code } = thrown as { name?: unknown; message?: unknown; code?: unknown } // each is checked below
  return {
    name: typeof name === 'string' ? name : 'object',
    message: typeof message === 'string' ? message : `an object with ${Object.keys(thrown).join(', ')}`.slice(0, 500),
    code,
  }
}

/** Masks every word with an @, including URLs with a password, except scoped package names. */
export const maskText = (text: string): string =>
  text
    .split(/([\s<>()[\]"',;=]+)/)
    .map((word) => (word.replaceAll(/(?:^|\/)@/g, '').includes('@') ? '<email>' : word))
    .join('')
