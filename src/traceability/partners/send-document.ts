import { checkAddress, pinnedTo, RefusedAddress } from '#platform/http/check-address.ts'
import { Unsendable } from './compose-push.ts'

interface Sending {
  url: string
  content: string
  headers: Record<string, string>
  origins: readonly string[]
  signal: AbortSignal
}

const maxMilliseconds = 60_000
const connectMilliseconds = 5_000
/** Answers that may be different later. */
const passing = new Set([408, 425, 429])

/**
 * Posts a document to a partner. Resolves if the partner took it, rejects with `Unsendable` if it refuses, and with
 * another error if trying again may help. Redirects are refused: they would send the secret elsewhere.
 */
export const sendDocument = async ({ url, content, headers, origins, signal }: Sending): Promise<void> => {
  const target = URL.parse(url)
  if (!target) throw new Unsendable('The partner’s address is not valid.')
  const until = AbortSignal.any([signal, AbortSignal.timeout(maxMilliseconds)])
  const addresses = await checkAddress(target, { origins, signal: until }).catch((error: unknown) => {
    throw error instanceof RefusedAddress
      ? new Unsendable(`The partner’s address is refused: ${error.message}.`)
      : new Error('The partner’s host is unknown.')
  })
  const { Agent, request } = await import('undici')
  const agent = new Agent({
    connect: { timeout: connectMilliseconds, lookup: pinnedTo(addresses) },
    allowH2: false,
    pipelining: 0,
    maxResponseSize: 1024 * 1024,
  })
  try {
    const { statusCode, body } = await request(target, {
      method: 'POST',
      dispatcher: agent,
      signal: until,
      headers: { ...headers, 'content-type': 'application/xml; charset=utf-8', 'user-agent': 'Apotheca' },
      body: content,
    })
    body.on('error', () => {})
    if (statusCode >= 200 && statusCode < 300) return
    const reason = `The partner answered with status ${statusCode}.`
    throw statusCode >= 500 || passing.has(statusCode) ? new Error(reason) : new Unsendable(reason)
  } catch (error) {
    if (error instanceof Unsendable || (error instanceof Error && error.message.startsWith('The partner'))) throw error
    throw new Error('The partner does not answer.', { cause: error })
  } finally {
    await agent.destroy()
  }
}
