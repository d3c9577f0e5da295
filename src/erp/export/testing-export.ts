import assert from 'node:assert/strict'
import { beforeEach } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { createByd } from '../byd/byd.ts'
import { makeDue, orderIn } from '../testing-orders.ts'
import { type OrderInErp, simulatorConfig, startTestSimulator, until } from '../testing-simulator.ts'

const quick = { readMilliseconds: 2_000, createMilliseconds: 400, retryMilliseconds: [5, 5] }

export const createCall = 'POST khsalesorder/SalesOrderCollection'
export const findCall = 'GET khsalesorder/SalesOrderCollection'

/**
 * A portal with its own ERP simulator; before each test the ERP is available, its request log is empty and no order is
 * waiting.
 */
export const startExporting = async () => {
  const simulator = await startTestSimulator()
  const byd = createByd(simulatorConfig(simulator), quick)
  const { db, worker, config } = await startTestPortal({ environment: simulator.environment, erp: byd })

  beforeEach(async () => {
    await simulator.on()
    await simulator.forgetFaults()
    await simulator.forgetRequests()
    await db.deleteFrom('job').execute()
    await makeDue(db)
  })

  const stateOf = async (id: string) => (await orderIn(db, id)).erp_state
  const becomes = (id: string, state: string) =>
    until(async () => {
      await worker.drain()
      return (await stateOf(id)) === state
    }, `order is ${state}`)
  const attemptsOf = async (id: string) => {
    const { erp_state, erp_attempts } = await orderIn(db, id)
    return [erp_state, erp_attempts]
  }
  const only = async (reference: string): Promise<OrderInErp> => {
    const [order, ...more] = await simulator.orders(reference)
    assert.equal(more.length, 0, 'exactly one order in the ERP')
    assert.ok(order)
    return order
  }
  const duplicateOf = (reference: string, id: string, status = '4', quantity = '2') =>
    simulator.enterOrder({ id, reference, account: '1000001', status, lines: [{ product: '00093-0058-01', quantity }] })
  return { simulator, byd, db, worker, config, stateOf, becomes, attemptsOf, only, duplicateOf }
}
