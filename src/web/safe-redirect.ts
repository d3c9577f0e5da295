/** The path if it is safe to open after sign-in, else null: never another origin or a script. */
export const safeRedirect = (wanted: unknown): string | null => {
  if (typeof wanted !== 'string' || wanted.length > 2_000) return null
  if (!wanted.startsWith('/') || wanted.startsWith('//') || wanted.startsWith('/\\')) return null
  if (hasControlCharacter(wanted)) return null
  return URL.canParse(wanted, here) && staysHere(new URL(wanted, here)) ? wanted : null
}

const here = 'https://here.invalid'

/** Dot segments may resolve to a path that starts with two slashes, which browsers read as a host. */
const staysHere = (url: URL): boolean => url.origin === here && !url.pathname.startsWith('//')

/** Browsers drop tabs and line breaks in URLs, which would turn `/<tab>/evil` into `//evil`. */
const hasControlCharacter = (text: string): boolean =>
  [...text].some((character) => character < ' ' || (character >= '\u007f' && character <= '\u009f'))
