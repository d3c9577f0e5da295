import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const main = resolve(import.meta.dirname, '../simulators/erp/main.ts')
const credentials = { user: 'portal', password: 'simulator' }
const secondsBetweenTicks = '20'
/** So that orders in every state remain to be seen. */
const mostPerState = '12'
const restartMilliseconds = 1_000

interface Simulator {
  url: string
  /** The address for injecting faults, if ERP_SIMULATOR_CONTROL_PORT requests one. */
  control: string | null
  user: string
  password: string
  stop(): Promise<void>
}

/** Settings that connect a portal to the simulator. */
export const simulatedErp = ({ url, user, password }: Pick<Simulator, 'url' | 'user' | 'password'>) => ({
  ERP_URL: url,
  ERP_USER: user,
  ERP_PASSWORD: password,
  // The simulator knows only list prices; without this setting, orders at contract prices would be invoiced at list
  // prices.
  ERP_PRICES: 'portal' as const,
  ERP_DELIVERY_SERVICE: 'khoutbounddelivery',
  ERP_FIELD_CREDIT_LIMIT: 'CreditLimitcontent_KUT',
  ERP_FIELD_CREDIT_LEFT: 'CreditLeftcontent_KUT',
  ERP_FIELD_CREDIT_CURRENCY: 'CreditLimitcurrencyCode_KUT',
})

/**
 * Starts the ERP simulator in its own process with additional settings; if it dies, it restarts on the same port with
 * its data.
 */
export const startSimulator = async (folder: string, settings: Record<string, string> = {}): Promise<Simulator> => {
  let isStopping = false
  let current = spawnSimulator(folder, '0', settings)
  const { url, control } = await readReady(current)
  const { port } = new URL(url)

  const watch = (child: ChildProcess) =>
    child.once('exit', () => {
      if (isStopping) return
      setTimeout(() => {
        if (isStopping) return
        current = spawnSimulator(folder, port, settings)
        watch(current)
        void readReady(current).catch(() => {})
      }, restartMilliseconds).unref()
    })
  watch(current)

  return {
    url,
    control,
    ...credentials,
    stop: async () => {
      isStopping = true
      if (current.exitCode !== null || current.signalCode !== null) return
      const ended = new Promise((done) => current.once('exit', done))
      current.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Detached from the terminal, so that Ctrl-C ends the portal first; the simulator exits when its pipe to the portal
 * closes.
 */
const spawnSimulator = (folder: string, port: string, settings: Record<string, string>): ChildProcess => {
  const initial = resolve(folder, 'initial.json')
  return spawn(process.execPath, [main], {
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: {
      ERP_SIMULATOR_TICK_SECONDS: secondsBetweenTicks,
      ERP_SIMULATOR_MOST_PER_STATE: mostPerState,
      ...process.env,
      ERP_SIMULATOR_PORT: port,
      ERP_SIMULATOR_STATE: resolve(folder, 'state'),
      ...(existsSync(initial) && { ERP_SIMULATOR_INITIAL: initial }),
      ERP_SIMULATOR_USER: credentials.user,
      ERP_SIMULATOR_PASSWORD: credentials.password,
      ERP_SIMULATOR_PARENT: '1',
      ...settings,
    },
  })
}

const readReady = async (child: ChildProcess): Promise<{ url: string; control: string | null }> => {
  if (!child.stdout) throw new Error('The ERP simulator has no output to read.')
  for await (const line of createInterface({ input: child.stdout })) {
    const {
      ready,
      url,
      control = null,
    } = JSON.parse(line) as { ready?: boolean; url?: string; control?: string | null }
    if (ready && url) return { url, control }
  }
  throw new Error('The ERP simulator ended before it was ready.')
}
