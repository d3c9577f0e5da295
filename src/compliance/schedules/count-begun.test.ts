import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { ruleOf } from '#compliance/monitoring/rule-shapes.ts'
import { monitoringFixtures } from '#orders/checkout/testing-monitoring.ts'
import { startTestPortal } from '#portal/testing.ts'
import { schedules } from './contract.ts'

// In one of these zones it is never the day that it is in UTC.
for (const zone of ['Pacific/Kiritimati', 'Etc/GMT+12'])
  describe(`a schedule of a State dated in the future, in ${zone}`, async () => {
    const portal = await startTestPortal({ environment: { BUSINESS_TIME_ZONE: zone } })
    const { db, call, day, worker } = portal
    const admin = await portal.addUser({ is_admin: true })
    const { addProduct, addCustomer, addPast, sign, place, ledgerOf, flagsOf } = monitoringFixtures(portal, admin)

    const schedule = async (substance: string, effectiveOn: string, schedule: 'CV' | 'CII' = 'CV') => {
      const body = { state: 'KY', substance, schedule, source: 'Board of Pharmacy', effectiveOn }
      const { status, body: added } = await call(schedules.add, { body, as: admin })
      assert.equal(status, 201)
      return added._id
    }
    /** A day passes. */
    const passDay = (id: string) =>
      db.updateTable('state_schedule').set({ effective_on: day() }).where('id', '=', id).execute()
    const addFamily = async () => {
      const family = `family ${crypto.randomUUID()}`
      return { family, product: await addProduct({ drug_family: family, base_units: 10, count_in_stock: 999 }) }
    }

    it('controls orders from its day on, and counts those that were placed meanwhile', async () => {
      await sign([ruleOf('window', { limit: 50 })])
      const { family, product } = await addFamily()
      const buyer = await addCustomer({ shipto_state: 'KY' })
      const id = await schedule(family, day(1))
      const phoned = await addPast(buyer, product, 2, { daysAgo: 1, erp_status: '1', ship_region: 'Kentucky' })
      const before = (await place(buyer, { [product]: 3 })).body.order
      assert.deepEqual([before.handOver, before.orderItems[0]?.stateSchedule], ['waiting', undefined])
      assert.deepEqual([await ledgerOf(phoned), await ledgerOf(before._id)], [[], []])
      await passDay(id)
      const { order } = (await place(buyer, { [product]: 1 })).body
      assert.deepEqual([order.handOver, order.orderItems[0]?.stateSchedule], ['held', 'Schedule V in KY'])
      assert.deepEqual(await flagsOf(order._id), [`hold window ${family}`])
      assert.deepEqual(
        [await ledgerOf(phoned), await ledgerOf(before._id)].flat().map(({ units, state }) => [units, state]),
        [
          [20, 'open'],
          [30, 'open'],
        ],
      )
    })

    it('is counted at midnight, also if nobody orders', async () => {
      const { family, product } = await addFamily()
      const buyer = await addCustomer()
      const id = await schedule(family, day(1))
      const shipped = await addPast(buyer, product, 2, { ship_region: 'KY' })
      await worker.queueRecurring()
      await worker.drain()
      assert.deepEqual(await ledgerOf(shipped), [])
      const job = db.updateTable('job').where('kind', '=', 'compliance.count-schedules')
      const next = await db
        .selectFrom('job')
        .select(sql<string>`to_char(run_at at time zone ${zone}, 'YYYY-MM-DD HH24:MI')`.as('at'))
        .where('kind', '=', 'compliance.count-schedules')
        .execute()
      assert.deepEqual(next, [{ at: `${day(1)} 00:00` }])
      await passDay(id)
      await job.set({ run_at: new Date() }).execute()
      await worker.drain()
      assert.equal((await ledgerOf(shipped)).length, 1)
      const later = await addPast(buyer, product, 2, { ship_region: 'KY' })
      assert.equal((await ledgerOf(later)).length, 1)
    })

    it('refuses Schedule II from its day on', async () => {
      const { family, product } = await addFamily()
      const buyer = await addCustomer({ shipto_state: 'KY' })
      const id = await schedule(family, day(1), 'CII')
      assert.equal((await place(buyer, { [product]: 1 })).status, 201)
      await passDay(id)
      const { status, raw } = await place(buyer, { [product]: 1 })
      assert.equal(status, 409)
      assert.match(raw.body, /Schedule II in KY\. Contact us to order it\./)
    })
  })
