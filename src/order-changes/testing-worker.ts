import type pg from 'pg'
import { createByd } from '#erp/byd/byd.ts'
import { readConfig } from '#platform/config.ts'
import { connect } from '#platform/db/connect.ts'
import { buildPortal } from '#portal/app.ts'

export interface ServingOrders {
  connection: pg.PoolConfig
  environment: Record<string, string>
}

/** A portal with its worker in a process of its own, for tests that kill it; it sends its address. */
const work = async ({ connection, environment }: ServingOrders): Promise<void> => {
  const config = readConfig(environment)
  const { db } = connect(connection, 8)
  const limits = { createMilliseconds: 1_000, readMilliseconds: 2_000, retryMilliseconds: [5] }
  const { http, worker } = await buildPortal({ config, db, erp: createByd(config, limits) })
  const address = await http.listen({ port: 0, host: '127.0.0.1' })
  worker.start()
  process.send?.(address)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
}

await work(JSON.parse(process.argv[2] ?? '{}') as ServingOrders) // written by the test that forked this process
