interface Cookie {
  name: string
  value: string
  /** The one address, with what is below it, that it is sent to. */
  path: string
  seconds: number
}

/** A cookie that no script reads and no other site's page sends along. */
export const writeCookie = ({ name, value, path, seconds }: Cookie, { PUBLIC_URL }: { PUBLIC_URL: string }): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    'HttpOnly',
    'SameSite=Strict',
    `Max-Age=${seconds}`,
    ...(PUBLIC_URL.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/** Empty when it did not come. */
export const readCookie = (header: string | undefined, name: string): string =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? ''
