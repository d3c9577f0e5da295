import type { Config } from '#platform/config.ts'
import { Refusal } from '#platform/http/refusal.ts'

/** For whom passkeys are made: the portal at its own address, and nobody's copy of it. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Passkeys belong to a name. This machine's number has one; other numbers have none. */
export const relyingPartyOf = ({ PUBLIC_URL, PORT }: Pick<Config, 'PUBLIC_URL' | 'PORT'>): RelyingParty => {
  const url = new URL(PUBLIC_URL || `http://localhost:${PORT}`)
  if (/^(?:127\.|\[::1\]$)/.test(url.hostname)) url.hostname = 'localhost'
  if (/^[\d.]+$|^\[/.test(url.hostname))
    throw new Refusal(409, 'Passkeys require a portal address with a host name, not an IP address.')
  return { id: url.hostname, origin: url.origin }
}
