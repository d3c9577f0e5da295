import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

export interface Buyer {
  id: string
  email: string
  token: string
}

/** One order from the buyer's view: the reply and its time. */
export interface Tried {
  key: string
  isAcknowledged: boolean
  at: number
  /** The number of requests, including the last. */
  sent: number
  message: string
}

interface Ordering {
  entrance: string
  pool: pg.Pool
  buyers: readonly Buyer[]
  products: readonly string[]
}

const betweenTriesMilliseconds = 250
const longestAnswerMilliseconds = 30_000

/** Each buyer keeps placing orders of one piece and repeats every unanswered request unchanged, until it is stopped. */
export const placeContinuously = ({ entrance, pool, buyers, products }: Ordering) => {
  const tried: Tried[] = []
  let isOver = false

  const ask = (buyer: Buyer, path: string, headers: object, body?: object) =>
    fetch(entrance + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body ?? {}),
      signal: AbortSignal.timeout(longestAnswerMilliseconds),
    }).then(
      async (response) => ({ status: response.status, text: await response.text() }),
      () => ({ status: 0, text: '' }),
    )

  const untilAnswered = async (...call: Parameters<typeof ask>) => {
    for (let sent = 1; ; sent++) {
      const { status, text } = await ask(...call)
      if (status > 0 && status < 500 && status !== 429) return { status, text, sent }
      await pause(betweenTriesMilliseconds)
    }
  }

  const codeOf = async ({ email }: Buyer): Promise<string> => {
    for (; ; await pause(betweenTriesMilliseconds)) {
      const found = await pool
        .query<{ subject: string }>(
          `select subject from mail where recipient = $1 and subject like 'Your verification code%' order by created_at desc, id desc limit 1`,
          [email],
        )
        .catch(() => null)
      const code = /\d{6}/.exec(found?.rows[0]?.subject ?? '')?.[0]
      if (code) return code
    }
  }

  const order = async (buyer: Buyer, product: string): Promise<void> => {
    await untilAnswered(buyer, `/api/orders/sendOTP/${buyer.id}`, {})
    const key = randomUUID()
    const { status, text, sent } = await untilAnswered(
      buyer,
      '/api/orders',
      { 'idempotency-key': key },
      {
        orderItems: [{ _id: product, quantity: 1 }],
        shippingMethod: 'UPS GROUND',
        purchaseOrder: 'FAILOVER',
        otp: await codeOf(buyer),
      },
    )
    tried.push({ key, isAcknowledged: status === 201, at: Date.now(), sent, message: status === 201 ? '' : text })
  }

  const all = buyers.map(async (buyer, index) => {
    for (let turn = 0; !isOver; turn++) await order(buyer, products[(index * 7 + turn) % products.length] ?? '')
  })
  return {
    tried,
    /** Waits until orders are acknowledged again. */
    untilAcknowledged: async (since: number) => {
      while (!tried.some(({ isAcknowledged, at }) => isAcknowledged && at > since)) await pause(50)
    },
    end: async () => {
      isOver = true
      await Promise.all(all)
    },
  }
}
