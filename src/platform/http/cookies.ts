interface Cookie {
  name: string
  value: string
  /** The path, with everything below it, that receives the cookie. */
  path: string
  seconds: number
}

/** Browsers accept a cookie with this prefix only from this exact host, over TLS, with Path=/. */
const prefix = '__Host-'

/** A cookie that scripts cannot read and cross-site requests don't send. */
export const writeCookie = ({ name, value, path, seconds }: Cookie, { PUBLIC_URL }: { PUBLIC_URL: string }): string => {
  const isSecure = PUBLIC_URL.startsWith('https:')
  return [
    `${isSecure ? prefix : ''}${name}=${value}`,
    `Path=${isSecure ? '/' : path}`,
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${seconds}`,
    ...(isSecure ? ['Secure'] : []),
  ].join('; ')
}

/** Returns an empty string if absent. With TLS only the prefixed name counts, which no sibling domain can set. */
export const readCookie = (
  header: string | undefined,
  name: string,
  { PUBLIC_URL }: { PUBLIC_URL: string },
): string => {
  const full = `${PUBLIC_URL.startsWith('https:') ? prefix : ''}${name}=`
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(full))?.slice(full.length) ?? ''
}
