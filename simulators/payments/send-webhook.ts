import { setTimeout as pause } from 'node:timers/promises'

export interface Message {
  headers: Record<string, string>
  body: string
}

const waits = [0, 1_000, 3_000, 10_000, 30_000]

/** Posts to the address of the settings, and again until someone says yes, as providers do. */
export const sendWebhook = async (makeMessage: () => Message): Promise<void> => {
  const address = process.env.PAYMENT_DOUBLE_WEBHOOK
  if (!address) return
  for (const wait of waits) {
    await pause(wait)
    const { headers, body } = makeMessage()
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null)
    if (answer?.ok) return
  }
}
