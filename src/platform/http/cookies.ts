interface Cookie {
  name: string
  value: string
  /** The one address, with what is below it, that reads it. */
  path: string
  seconds: number
}

/** By this beginning of its name a browser takes a cookie from this very host alone, by TLS alone, and for all its addresses. */
const prefix = '__Host-'

/** A cookie that no script reads and no other site's page sends along. */
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

/** Empty when it did not come. With TLS only under the name that no neighbor can plant. */
export const readCookie = (
  header: string | undefined,
  name: string,
  { PUBLIC_URL }: { PUBLIC_URL: string },
): string => {
  const full = `${PUBLIC_URL.startsWith('https:') ? prefix : ''}${name}=`
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(full))?.slice(full.length) ?? ''
}
