import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Why the portal does not connect to an address that a user entered. */
export class RefusedAddress extends Error {}

interface Reaching {
  /** Origins in the settings, which may be in a private network, use http or another port. */
  origins: readonly string[]
  /** Whether other origins are refused. */
  onlyNamed?: boolean
  signal: AbortSignal
  /** Resolves a host name. */
  find?: (host: string) => Promise<LookupAddress[]>
}

const everyAddress = (host: string) => lookup(host, { all: true })

/**
 * Resolves the host of a user's address once and checks all its IP addresses; only these may be connected to. To prevent
 * SSRF they are public, or of origins in the settings.
 */
export const checkAddress = async (
  url: URL,
  { origins, onlyNamed = false, signal, find = everyAddress }: Reaching,
): Promise<LookupAddress[]> => {
  const isNamed = origins.includes(url.origin)
  if (!isNamed && onlyNamed) throw new RefusedAddress('its host is not on the list of allowed hosts')
  if (!isNamed && url.protocol !== 'https:') throw new RefusedAddress('its address does not start with https://')
  if (!isNamed && url.port !== '') throw new RefusedAddress(`port ${url.port} is not allowed`)
  if (url.username || url.password) throw new RefusedAddress('its address contains a password')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await within(signal, find(host))
  const isAllowed = isNamed ? isReachable : isPublic
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
    throw new RefusedAddress('its address is in a private network')
  return found
}

const within = async <T>(signal: AbortSignal, work: Promise<T>): Promise<T> => {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'))
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

type Found = (error: null, address: string | LookupAddress[], family?: number) => void

/** Prevents DNS rebinding: the name is not resolved again for the connection. */
export const pinnedTo =
  (addresses: LookupAddress[]) =>
  (_host: string, { all }: LookupOptions, found: Found): void => {
    const [first] = addresses
    if (all) found(null, addresses)
    else found(null, first?.address ?? '', first?.family ?? 4)
  }

const listOf = (subnets: string): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets.trim().split(/\s+/)) {
    const [address = '', prefix] = subnet.split('/')
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Networks that IANA does not assign to the public, and a cloud metadata address. */
const closed = listOf(`
  0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
  192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24
  198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 168.63.129.16/32 2001::/23
  2001:db8::/32 2002::/16 3fff::/20 2620:4f:8000::/48
`)

/** Global unicast; mapped, translated, link-local and site-local addresses are outside of it. */
const worldwide = listOf('2000::/3')

/** Blocked even for hosts in the settings. */
const forbidden = listOf(`
  0.0.0.0/8 169.254.0.0/16 168.63.129.16/32 100.100.100.200/32 192.0.0.192/32 224.0.0.0/4 240.0.0.0/4
  fe80::/10 fd00:ec2::254/128 ff00::/8 ::/128 64:ff9b::/96 2002::/16 2001::/32
`)

/** Whether this IP address is public, so that a request to it reveals nothing of the portal's network. */
export const isPublic = (address: string): boolean => {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  return isIPv6(address) && worldwide.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** For hosts in the settings: private networks are allowed, but not metadata services or mapped addresses. */
export const isReachable = (address: string): boolean => {
  if (isIPv4(address)) return !forbidden.check(address, 'ipv4')
  return isIPv6(address) && !/^::ffff:/i.test(address) && !forbidden.check(address, 'ipv6')
}
