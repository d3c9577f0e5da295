import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cursor, ErpOrder } from '../gateway/erp.ts'
import { erpAccount, simulatorConfig, startTestSimulator } from '../testing-simulator.ts'
import { createByd } from './byd.ts'

const pageSize = 20
const lines = [{ product: '00093-0058-01', quantity: '1' }]
const base = Date.now() - 40 * 86_400_000

/** A seeded generator for repeatable runs. */
const random = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

interface Entered {
  id: string
  account: string
  created: string
  changed: string
  lines: typeof lines
}

/** Some rows have unique timestamps, many share one. */
const entered = (chance: () => number): Entered[] =>
  Array.from({ length: 200 }, (_, index) => {
    const isTied = index >= 80 && index < 150
    const changed = new Date(base + (isTied ? 1_000_000 : Math.floor(chance() * 2_000_000))).toISOString()
    return { id: String(1_000 + index), account: erpAccount, created: changed, changed, lines }
  })

for (const seed of [1, 2, 3, 4])
  test(`no row is lost while rows change, seed ${seed}`, async () => {
    const chance = random(seed)
    const simulator = await startTestSimulator(seed % 2 === 0 ? 'full' : 'full,wrapped-lists,date-offsets')
    const orders = entered(chance)
    await simulator.load({ orders })
    const erp = createByd(simulatorConfig(simulator), {}, pageSize)
    const seen = new Map<string, ErpOrder>()
    let cursor: Cursor | null = null
    let pages = 0
    let later = base + 3_000_000
    let isOver = false
    while (!isOver) {
      isOver = true
      for await (const page of erp.orders(cursor, 'change')) {
        pages += 1
        for (const row of page.rows) seen.set(row.id, row)
        cursor = page.cursor
        if (pages > 60) continue
        // Three orders behind the cursor change.
        const changing = Array.from({ length: 3 }, () => {
          const order = orders[Math.floor(chance() * orders.length)] ?? assert.fail()
          later += 1_000
          return Object.assign(order, { changed: new Date(later).toISOString() })
        })
        await simulator.load({ orders: changing })
        // Sometimes the portal dies and resumes from its saved cursor.
        if (chance() < 0.1) {
          isOver = false
          break
        }
      }
    }
    for await (const page of erp.orders(cursor, 'change')) for (const row of page.rows) seen.set(row.id, row)
    assert.equal(seen.size, orders.length)
    for (const { id, changed } of orders) assert.equal(seen.get(id)?.changedAt?.toISOString(), changed, `order ${id}`)
    await erp.close()
  })

test('an idle feed costs one request', async () => {
  const simulator = await startTestSimulator()
  const erp = createByd(simulatorConfig(simulator), {}, pageSize)
  for await (const _ of erp.orders(null, 'change')) continue
  await simulator.forgetRequests()
  for await (const _ of erp.orders(null, 'change')) continue
  assert.deepEqual(await simulator.requests(), ['GET khsalesorder/SalesOrderCollection'])
  await erp.close()
})
