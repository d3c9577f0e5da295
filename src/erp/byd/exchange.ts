import type { Agent, Dispatcher } from 'undici'
import { ErpError } from '../gateway/erp.ts'
import type { Headers, ErpReply } from './outcome.ts'

export interface ExchangeLimits {
  connectMilliseconds: number
  readMilliseconds: number
  createMilliseconds: number
  /** Maximum waits before a read is retried; each is randomized so that processes do not retry at the same time. */
  retryMilliseconds: readonly number[]
}

export const usualLimits: ExchangeLimits = {
  connectMilliseconds: 5_000,
  readMilliseconds: 30_000,
  createMilliseconds: 90_000,
  retryMilliseconds: [1_000, 2_000, 4_000],
}

interface Call {
  method: 'GET' | 'POST' | 'DELETE'
  url: URL
  headers: Record<string, string>
  body?: string
  milliseconds: number
  signal: AbortSignal | undefined
  /** True for read-only requests: a failure cannot have changed anything. */
  isRepeatable: boolean
}

/** Sends one request over a pool of three connections and reads the whole reply; never retries or follows redirects. */
export type Exchange = (call: Call) => Promise<ErpReply>

const largestAnswer = 32 * 1024 * 1024

export const openExchange = ({
  connectMilliseconds,
}: ExchangeLimits): { exchange: Exchange; close: () => Promise<void> } => {
  let agent: Agent | null = null
  /** Loaded with the first request, to keep the portal's startup fast. */
  const open = async () => {
    const undici = await import('undici')
    agent ??= new undici.Agent({
      connections: 3,
      pipelining: 1,
      allowH2: false,
      connect: { timeout: connectMilliseconds },
      headersTimeout: 0,
      bodyTimeout: 0,
      maxResponseSize: largestAnswer,
    })
    return { agent, request: undici.request }
  }

  const exchange: Exchange = async ({ method, url, headers, body, milliseconds, signal, isRepeatable }) => {
    let left = 0
    const { agent: opened, request } = await open()
    const dispatcher = opened.compose(
      whenLeaving((controller) => {
        left += 1
        if (left > 1 && !isRepeatable)
          controller.abort(new Error('The connection broke and the request is not repeated.'))
      }),
    )
    const timeout = AbortSignal.timeout(milliseconds)
    try {
      const answer = await request(url, {
        dispatcher,
        method,
        headers,
        body: body ?? null,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      })
      return { status: answer.statusCode, headers: answer.headers as Headers, text: await answer.body.text() }
    } catch (cause) {
      const outcome = left > 0 && !isRepeatable ? 'unknown' : 'not-sent'
      const message = signal?.aborted ? 'The portal stopped before the ERP answered.' : reasonOf(cause, left > 0)
      throw new ErpError(outcome, message, { cause, isAway: left === 0 && !signal?.aborted })
    }
  }
  return { exchange, close: async () => agent?.destroy() }
}

/** Notifies just before the first byte is sent; a failure before that cannot have changed anything in the ERP. */
const whenLeaving =
  (notify: (controller: Dispatcher.DispatchController) => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        notify(controller)
        if (!controller.aborted) handler.onRequestStart?.(controller, context)
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    })

const reasons: Record<string, string> = {
  ECONNREFUSED: 'nothing answers at its address',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up at the moment',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'its answer is too large',
}

const reasonOf = (error: unknown, left: boolean): string => {
  const { name = '', code = '' } = error as { name?: string; code?: unknown }
  if (name === 'TimeoutError') return left ? 'The ERP did not answer in time.' : 'The ERP could not be reached in time.'
  const known = typeof code === 'string' && code !== '' ? code : 'the connection broke'
  const reason = reasons[known] ?? known
  return left ? `The ERP’s answer was lost: ${reason}.` : `The ERP cannot be reached: ${reason}.`
}
