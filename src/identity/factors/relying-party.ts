import type { Config } from '#platform/config.ts'
import { Refusal } from '#platform/http/refusal.ts'

/** The WebAuthn relying party: binds passkeys to the portal's own address. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Passkeys need a host name. A loopback address becomes `localhost`; other IP addresses have no name. */
export const relyingPartyOf = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): RelyingParty => {
  const url = new URL(PUBLIC_URL || `http://localhost:${PORT}`)
  if (/^(?:127\.|\[::1\]$)/.test(url.hostname)) url.hostname = 'localhost'
  if (/^[\d.]+$|^\[/.test(url.hostname))
    throw new Refusal(409, 'Passkeys require a portal address with a host name, not an IP address.')
  return { id: url.hostname, origin: url.origin }
}
