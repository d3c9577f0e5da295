import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Config } from '#platform/config.ts'

interface Closings {
  add(closing: () => Promise<void> | void): void
}

const secret = (prefix: string) => `${prefix}${randomBytes(16).toString('hex')}`

/**
 * Starts a simulator for every payment provider that is not configured, so that the whole payment flow works without
 * money; returns the settings that point to them. Orders by invoice can be paid online too.
 */
export const startPaymentSimulators = async (config: Config, closings: Closings): Promise<Config> => {
  const stripe = !config.STRIPE_SECRET_KEY && !config.STRIPE_API_BASE ? stripeSettings() : null
  const paypal = !config.PAYPAL_CLIENT_ID && !config.PAYPAL_API_BASE ? payPalSettings() : null
  const start = async (name: 'stripe' | 'paypal', environment: Record<string, string>): Promise<string> => {
    const child = spawnSimulator(name, environment, portalOf(config))
    closings.add(() => void child.kill('SIGTERM'))
    return readyUrl(child)
  }
  const [stripeUrl, paypalUrl] = await Promise.all([
    stripe && start('stripe', stripe),
    paypal && start('paypal', paypal),
  ])
  return {
    ...config,
    PAY_INVOICES_ONLINE: true,
    ...(stripe && stripeUrl && { ...stripe, STRIPE_API_BASE: stripeUrl }),
    ...(paypal && paypalUrl && { ...paypal, PAYPAL_API_BASE: paypalUrl }),
  }
}

const stripeSettings = () => ({
  STRIPE_SECRET_KEY: secret('sk_test_'),
  STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
  STRIPE_WEBHOOK_SECRET: secret('whsec_'),
})

const payPalSettings = () => ({
  PAYPAL_CLIENT_ID: 'double-client',
  PAYPAL_CLIENT_SECRET: secret(''),
  PAYPAL_WEBHOOK_ID: 'WH-DOUBLE',
  PAYPAL_MERCHANT_ID: 'DOUBLEMERCHANT',
})

/** Where the simulator sends its webhooks; null if the port is not known before the portal listens. */
const portalOf = ({ PORT, PUBLIC_URL }: Config): string | null => {
  if (PORT > 0) return `http://127.0.0.1:${PORT}`
  return new URL(PUBLIC_URL).port === '0' ? null : PUBLIC_URL
}

/** Detached from the terminal, so that Ctrl-C ends the portal first; the simulator exits when its pipe closes. */
const spawnSimulator = (name: string, environment: Record<string, string>, portal: string | null): ChildProcess =>
  spawn(process.execPath, [resolve(import.meta.dirname, `../simulators/payments/${name}.ts`)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ...process.env,
      ...environment,
      PAYMENT_SIMULATOR_PARENT: '1',
      ...(portal && { PAYMENT_DOUBLE_WEBHOOK: `${portal}/api/webhooks/${name}` }),
    },
  })

const readyUrl = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('The payment simulator has no output to read.')
  for await (const line of createInterface({ input: child.stdout })) {
    const ready = JSON.parse(line) as { ready?: boolean; url?: string }
    if (ready.ready && ready.url) return ready.url
  }
  throw new Error('The payment simulator ended before it was ready.')
}
