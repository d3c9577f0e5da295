import type { Config } from '#platform/config.ts'
import { ProviderError } from './provider.ts'

interface Question {
  method: 'GET' | 'POST'
  path: string
  /** Sent byte for byte, because a webhook's signature covers the exact text. */
  body?: string
  idempotencyKey?: string
}

export interface PayPalAnswer {
  status: number
  body: unknown
}

export type CallPayPal = (question: Question) => Promise<PayPalAnswer>

const usualMilliseconds = 8_000
const largestAnswer = 1_000_000

/** PayPal's REST API: caches the access token, follows no redirects, quotes no reply in errors. */
export const makePayPalCaller = (
  { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_API_BASE }: Config,
  timeout = usualMilliseconds,
): CallPayPal => {
  const base = PAYPAL_API_BASE || 'https://api-m.paypal.com'
  let token = { value: '', goodUntil: 0 }

  const freshToken = async (): Promise<string> => {
    if (Date.now() < token.goodUntil) return token.value
    const basic = Buffer.from(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`).toString('base64')
    const { status, body } = await exchange(`${base}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(timeout),
    })
    const { access_token: value = '', expires_in: seconds = 0 } = body as { access_token?: string; expires_in?: number } // checked below
    if (status !== 200 || !value) throw new ProviderError('unknown', `PayPal gives no token: ${status}`)
    token = { value, goodUntil: Date.now() + Math.max(0, seconds - 60) * 1_000 }
    return value
  }

  const ask = async ({ method, path, body, idempotencyKey }: Question, isSecondTry = false): Promise<PayPalAnswer> => {
    const answer = await exchange(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await freshToken()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { prefer: 'return=representation' }),
        ...(idempotencyKey && { 'paypal-request-id': idempotencyKey }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(timeout),
    })
    if (answer.status === 401 && !isSecondTry) {
      token = { value: '', goodUntil: 0 }
      return ask({ method, path, ...(body !== undefined && { body }), ...(idempotencyKey && { idempotencyKey }) }, true)
    }
    return answer
  }

  return (question) => ask(question)
}

const exchange = async (address: string, init: RequestInit): Promise<PayPalAnswer> => {
  try {
    const answer = await fetch(address, { ...init, redirect: 'error' })
    const said = await answer.text()
    if (said.length > largestAnswer) throw new ProviderError('unknown', 'PayPal’s answer is too large')
    return { status: answer.status, body: said === '' ? {} : JSON.parse(said) }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw new ProviderError('unknown', 'PayPal does not answer', error)
  }
}
