import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP, BlockList, isIPv4, isIPv6 } from 'node:net'
import type { Dispatcher } from 'undici'

/** Why a picture could not be fetched; shown to the user who imported the address. */
export class NoPicture extends Error {
  /** A retry may succeed. */
  readonly isPassing: boolean

  constructor(reason: string, { isPassing = false } = {}) {
    super(`Picture could not be fetched: ${reason}.`)
    this.isPassing = isPassing
  }
}

interface Params {
  /** Origins in the settings, which may be in a private network, use http or another port. */
  origins: readonly string[]
  /** Whether other origins are refused. */
  onlyNamed?: boolean
  signal: AbortSignal
  /** Resolves a host name. */
  find?: (host: string) => Promise<LookupAddress[]>
}

const everyAddress = (host: string) => lookup(host, { all: true })

const maxRedirects = 3
const maxBytes = 10 * 1024 * 1024
const maxMilliseconds = 20_000
const connectMilliseconds = 5_000

/** Fetches a user's address. To prevent SSRF it only connects to public addresses, or to origins in the settings. */
export const fetchPicture = async (address: string, { signal, ...asking }: Params): Promise<Buffer> => {
  const timeout = AbortSignal.timeout(maxMilliseconds)
  const until = AbortSignal.any([signal, timeout])
  try {
    let url = URL.parse(address)
    for (let hops = 0; hops <= maxRedirects; hops++) {
      if (!url) throw new NoPicture('the address is not valid')
      const { content, next } = await ask(url, { ...asking, signal: until })
      if (content) return content
      url = URL.parse(next, url.href)
    }
    throw new NoPicture(`it was redirected more than ${maxRedirects} times`)
  } catch (error) {
    if (error instanceof NoPicture) throw error
    if (signal.aborted) throw error
    throw timeout.aborted ? new NoPicture('it took too long', { isPassing: true }) : reasonOf(error)
  }
}

type Answered = { content: Buffer; next?: never } | { content?: never; next: string }

const ask = async (url: URL, asking: Params): Promise<Answered> => {
  const addresses = await addressesOf(url, asking)
  // Loaded with the first picture, to keep the start fast.
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    connect: { timeout: connectMilliseconds, lookup: pinnedTo(addresses) },
    allowH2: false,
    pipelining: 0,
    maxResponseSize: maxBytes,
  })
  try {
    const answer = await request(url, {
      dispatcher: agent,
      signal: asking.signal,
      headers: {
        accept: 'image/webp,image/png,image/jpeg',
        'accept-encoding': 'identity',
        'user-agent': 'Apotheca pictures',
      },
    })
    return await read(answer)
  } finally {
    await agent.destroy()
  }
}

const read = async ({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Answered> => {
  // Destroying the connection aborts the rest of the body, which is not an error here.
  body.on('error', () => {})
  if ([301, 302, 303, 307, 308].includes(statusCode)) return { next: String(headers['location'] ?? '') }
  if (statusCode !== 200) {
    const isPassing = statusCode >= 500 || statusCode === 429 || statusCode === 408
    throw new NoPicture(String(statusCode), { isPassing })
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw tooLarge()
    parts.push(part)
  }
  if (bytes === 0) throw new NoPicture('there is nothing at this address')
  return { content: Buffer.concat(parts) }
}

const tooLarge = () => new NoPicture(`it is larger than ${maxBytes / 1024 / 1024} MB`)

/** Resolves the host once and checks all its addresses; only these are connected to. */
const addressesOf = async (
  url: URL,
  { origins, onlyNamed = false, signal, find = everyAddress }: Params,
): Promise<LookupAddress[]> => {
  const isNamed = origins.includes(url.origin)
  if (!isNamed && onlyNamed) throw new NoPicture('its host is not on the list of allowed hosts')
  if (!isNamed && url.protocol !== 'https:') throw new NoPicture('its address does not start with https://')
  if (!isNamed && url.port !== '') throw new NoPicture(`port ${url.port} is not allowed`)
  if (url.username || url.password) throw new NoPicture('its address contains a password')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(host)
  const found = family ? [{ address: host, family }] : await within(signal, find(host))
  const isAllowed = isNamed ? isReachable : isPublic
  if (found.length === 0 || !found.every(({ address }) => isAllowed(address)))
    throw new NoPicture('its address is in a private network')
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
const pinnedTo =
  (addresses: LookupAddress[]) =>
  (_host: string, { all }: LookupOptions, found: Found): void => {
    const [first] = addresses
    if (all) found(null, addresses)
    else found(null, first?.address ?? '', first?.family ?? 4)
  }

const reasonOf = (error: unknown): NoPicture => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND') return new NoPicture('its host name is unknown')
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge()
  if (/^(?:CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return new NoPicture('the certificate of its host is not valid')
  return new NoPicture('its host does not respond', { isPassing: true })
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
