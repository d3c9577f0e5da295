import type { LookupAddress } from 'node:dns'
import type { Dispatcher } from 'undici'
import { checkAddress, pinnedTo, RefusedAddress } from '#platform/http/check-address.ts'

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
    if (error instanceof RefusedAddress) throw new NoPicture(error.message)
    throw timeout.aborted ? new NoPicture('it took too long', { isPassing: true }) : reasonOf(error)
  }
}

type Answered = { content: Buffer; next?: never } | { content?: never; next: string }

const ask = async (url: URL, asking: Params): Promise<Answered> => {
  const addresses = await checkAddress(url, asking)
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

const reasonOf = (error: unknown): NoPicture => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND') return new NoPicture('its host name is unknown')
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLarge()
  if (/^(?:CERT_|ERR_TLS_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code))
    return new NoPicture('the certificate of its host is not valid')
  return new NoPicture('its host does not respond', { isPassing: true })
}
