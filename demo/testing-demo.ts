import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { connectErp } from '../src/erp/connect-erp.ts'
import { runSync } from '../src/erp/sync/run-sync.ts'
import { readConfig } from '../src/platform/config.ts'
import { openSession } from '../src/identity/open-session.ts'
import { startTestPortal } from '../src/portal/testing.ts'
import { countOrders } from '../src/reports/count-orders.ts'
import { fillDemo } from './fill-demo.ts'
import { simulatedErp, startSimulator } from './run-simulator.ts'

/** A portal with the demo and the simulator beside it, whose steps the test takes. */
export const startTestDemo = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'apotheca-demo-'))
  const portal = await startTestPortal()
  const { db } = portal
  await fillDemo(db, folder)
  const simulator = await startSimulator(folder, {
    ERP_SIMULATOR_TICK_SECONDS: '0',
    ERP_SIMULATOR_CONTROL_PORT: '0',
  })
  const config = readConfig({ LOG_LEVEL: 'silent', ...simulatedErp(simulator) })
  const erp = connectErp(config)
  after(async () => {
    await erp.close()
    await simulator.stop()
    // It saves its state when it stops.
    await rm(folder, { recursive: true })
  })

  const sync = async () => {
    const signal = new AbortController().signal
    const given = { db, erp, config, countOrders, signal, sliceMilliseconds: Infinity }
    for (const kind of ['orders', 'invoices', 'addresses', 'openItems'] as const) {
      const { state, message } = await runSync(given, kind)
      if (state !== 'done') throw new Error(`The sync of ${kind} is ${state}: ${message}`)
    }
  }
  return {
    portal,
    sync,
    signIn: async (email: string) => {
      const { id } = await db
        .selectFrom('user_account')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirstOrThrow()
      return { _id: id, email, token: await openSession(db, { userId: id, ip: '127.0.0.1', userAgent: 'test' }) }
    },
    /** Moves the simulator on as in a running demo and returns its time. */
    passMinutes: async (minutes: number): Promise<Date> => {
      const body = JSON.stringify({ steps: minutes * 3 })
      const answer = await fetch(`${simulator.control}/pace`, { method: 'POST', body })
      // The control port answers with the simulator's time.
      const { now } = (await answer.json()) as { now: string }
      return new Date(now)
    },
  }
}
