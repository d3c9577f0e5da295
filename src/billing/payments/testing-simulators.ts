import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'

export interface ReceivedWebhook {
  type: string
  headers: Record<string, string>
  body: string
}

export interface PaymentSimulator {
  url: string
  /** Calls one of the simulator's control endpoints. */
  pull<T = unknown>(lever: string, facts?: object): Promise<T>
  plan(on: string, kind: string, more?: { status?: number; times?: number }): Promise<unknown>
  messages(facts?: object): Promise<ReceivedWebhook[]>
  /** Received methods and paths, with their idempotency keys. */
  requests(): Promise<{ call: string; key: string }[]>
}

/** Starts a provider's simulator in its own process, which ends with the test file. */
const startSimulator = async (name: 'stripe' | 'paypal'): Promise<PaymentSimulator> => {
  const program = resolve(import.meta.dirname, `../../../simulators/payments/${name}.ts`)
  const child = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, PAYMENT_SIMULATOR_PARENT: '1' },
  })
  after(() => end(child))
  const url = await readyUrl(child)
  const pull = async <T>(lever: string, facts: object = {}): Promise<T> => {
    const answer = await fetch(`${url}/_control/${lever}`, { method: 'POST', body: JSON.stringify(facts) })
    if (!answer.ok) throw new Error(`The simulator refuses ${lever}: ${await answer.text()}`)
    return (await answer.json()) as T // each lever answers what its test expects
  }
  return {
    url,
    pull,
    plan: (on, kind, more = {}) => pull('faults', { on, kind, ...more }),
    messages: (facts = {}) => pull('messages', facts),
    requests: () => pull('requests'),
  }
}

/** Starts both providers, with the settings that point to them. */
export const startSimulators = async () => {
  const [stripe, paypal] = await Promise.all([startSimulator('stripe'), startSimulator('paypal')])
  return {
    stripe,
    paypal,
    environment: {
      STRIPE_SECRET_KEY: 'sk_test_double',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_WEBHOOK_SECRET: 'whsec_double',
      STRIPE_API_BASE: stripe.url,
      PAYPAL_CLIENT_ID: 'double-client',
      PAYPAL_CLIENT_SECRET: 'double-password',
      PAYPAL_WEBHOOK_ID: 'WH-DOUBLE',
      PAYPAL_API_BASE: paypal.url,
    },
  }
}

const readyUrl = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('The simulator has no output.')
  for await (const line of createInterface({ input: child.stdout })) return (JSON.parse(line) as { url: string }).url // its ready line
  throw new Error('The simulator ended before it was ready.')
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
