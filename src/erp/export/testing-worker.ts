import type pg from 'pg'
import { buildPortal } from '#portal/app.ts'
import { readConfig } from '#platform/config.ts'
import { connect } from '#platform/db/connect.ts'
import { createByd } from '../byd/byd.ts'
import type { Erp } from '../gateway/erp.ts'

/** The point at which the process is killed. */
export type CrashPoint = 'before-request' | 'during-request' | 'before-saving' | 'while-looking' | null

export interface WorkerOrders {
  connection: pg.PoolConfig
  environment: Record<string, string>
  crashAt: CrashPoint
}

const die = () => process.kill(process.pid, 'SIGKILL')

const dying = (erp: Erp, crashAt: CrashPoint): Erp => ({
  ...erp,
  placeOrder: async (order, signal) => {
    if (crashAt === 'before-request') die()
    const placing = erp.placeOrder(order, signal)
    if (crashAt === 'during-request') setTimeout(die, 50)
    const placed = await placing
    if (crashAt === 'before-saving') die()
    return placed
  },
  findOrders: async (reference, signal) => {
    const found = await erp.findOrders(reference, signal)
    if (crashAt === 'while-looking') die()
    return found
  },
})

/** A portal's worker in its own process, for tests that kill it. */
const work = async ({ connection, environment, crashAt }: WorkerOrders): Promise<void> => {
  const config = readConfig(environment)
  const { db } = connect(connection, 4)
  const limits = { createMilliseconds: 400, readMilliseconds: 2_000, retryMilliseconds: [5] }
  const { worker } = await buildPortal({ config, db, erp: dying(createByd(config, limits), crashAt) })
  worker.start()
  process.on('disconnect', die)
}

await work(JSON.parse(process.argv[2] ?? '{}') as WorkerOrders) // written by the test that forked this process
