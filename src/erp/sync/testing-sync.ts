import { beforeEach } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { countOrders } from '#reports/count-orders.ts'
import { createByd } from '../byd/byd.ts'
import { makeDue } from '../testing-orders.ts'
import { erpProducts, simulatorConfig, startTestSimulator } from '../testing-simulator.ts'
import type { Syncing } from './syncing.ts'

export const quick = {
  connectMilliseconds: 500,
  readMilliseconds: 2_000,
  createMilliseconds: 2_000,
  retryMilliseconds: [5],
}

export const syncLines = [{ product: erpProducts[0]?.id ?? '', quantity: '1', price: '10.00' }]

/** A portal with its own ERP simulator, which is available before each test, with no open run. */
export const startSyncing = async () => {
  const simulator = await startTestSimulator()
  const config = simulatorConfig(simulator)
  const erp = createByd(config, quick, 20)
  const portal = await startTestPortal({ environment: simulator.environment, erp })
  const { db } = portal
  const given: Syncing = { db, erp, config, countOrders, signal: new AbortController().signal }

  beforeEach(async () => {
    await simulator.forgetFaults()
    await simulator.on()
    await makeDue(db)
    await db.updateTable('erp_circuit').set({ opened_at: null, retry_at: null }).execute()
    await db.updateTable('erp_run').set({ state: 'done' }).where('state', 'in', ['waiting', 'running']).execute()
  })

  const orderWith = (erp_id: string) =>
    db.selectFrom('sales_order').where('erp_id', '=', erp_id).selectAll().executeTakeFirst()
  return { portal, simulator, erp, given, orderWith }
}
