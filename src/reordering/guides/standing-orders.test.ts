import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { shipTos } from '#colleagues/ship-to/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { dayAfter } from '#shared/business-day.ts'
import { orderGuides } from './contract.ts'
import { notifyStanding } from './notify-standing.ts'
import { standing } from './testing-standing.ts'

const portal = await startTestPortal()
const { call, config, db } = portal
const { addProduct, lines, today, makeGuide, read, schedule, skip, setDay, mailsTo, at } = await standing(portal)

describe('a standing order', () => {
  it('is set up, changed, skipped once, paused and deleted', async () => {
    const buyer = await portal.addUser({ name: 'Bo', last_name: 'Day' })
    const id = await makeGuide(buyer)
    const nextDay = dayAfter(today, 3)
    assert.equal((await schedule(buyer, id)).status, 200)
    assert.deepEqual(await read(buyer, id), {
      everyWeeks: 1,
      nextDay,
      isPaused: false,
      shipTo: null,
      user: { name: 'Bo', lastName: 'Day', mayOrder: true },
      __v: 1,
    })
    const skips = await Promise.all([skip(buyer, id, nextDay), skip(buyer, id, nextDay)])
    assert.deepEqual(skips.map(({ status }) => status).toSorted(), [200, 409])
    assert.equal((await read(buyer, id))?.nextDay, dayAfter(nextDay, 7))
    assert.equal((await schedule(buyer, id, { __v: 1 })).status, 409, 'it has changed since it was opened')
    assert.equal((await schedule(buyer, id, { __v: 2, isPaused: true, everyWeeks: 4 })).status, 200)
    const list = async () => (await call(orderGuides.list, { as: buyer })).body[0]?.nextOrderOn
    assert.equal(await list(), null)
    assert.equal((await schedule(buyer, id, { __v: 3, everyWeeks: 4 })).status, 200)
    assert.equal(await list(), nextDay)
    assert.equal((await call(orderGuides.removeSchedule, { params: { id }, as: buyer })).status, 200)
    assert.equal((await call(orderGuides.removeSchedule, { params: { id }, as: buyer })).status, 404)
    assert.equal(await read(buyer, id), null)
    const trail = await db.selectFrom('audit_entry').select('action').where('entity_id', '=', id).execute()
    assert.deepEqual(
      trail.map(({ action }) => action).filter((action) => action.startsWith('standing')),
      [
        'standing order saved',
        'standing order skipped',
        'standing order saved',
        'standing order saved',
        'standing order deleted',
      ],
    )
  })

  const refused: [what: string, body: object][] = [
    ['today', { nextDay: today }],
    ['a day that has passed', { nextDay: '2020-01-06' }],
    ['a day years ahead', { nextDay: dayAfter(today, 400) }],
    ['no day', { nextDay: '' }],
    ['every 3 weeks', { everyWeeks: 3 }],
    ['a word as version', { __v: 'one' }],
  ]
  for (const [what, body] of refused)
    it(`refuses ${what}`, async () => {
      const buyer = await portal.addUser()
      const id = await makeGuide(buyer)
      assert.equal((await schedule(buyer, id, body)).status, 400)
      assert.equal(await read(buyer, id), null)
    })

  it('belongs to the business of its guide; viewers only see it, and staff set it up for their customer', async () => {
    const buyer = await portal.addUser()
    const id = await makeGuide(buyer)
    const viewer = await portal.addUser({ business_id: buyer.businessId, buying_role: 'viewer' })
    const [stranger, rep] = [await portal.addUser(), await portal.addUser({ is_sales_rep: true })]
    assert.deepEqual(
      [(await schedule(stranger, id)).status, (await schedule(viewer, id)).status, (await schedule(rep, id)).status],
      [404, 403, 409],
    )
    const headers = { 'ordering-for': buyer._id }
    const url = `/api/orderguides/${id}/schedule`
    const payload = { everyWeeks: 2, nextDay: dayAfter(today, 3), __v: 0 }
    assert.equal((await portal.send({ method: 'PUT', url, payload, headers, as: rep })).status, 200)
    assert.equal((await read(viewer, id))?.everyWeeks, 2)
    await setDay(id, today)
    await notifyStanding(db, config, at(today))
    assert.equal((await mailsTo(buyer)).length, 1)
    assert.equal((await mailsTo(rep)).length, 0)
  })

  it('is asked for once, by however many workers, and then again on its next day', async () => {
    const buyer = await portal.addUser()
    const id = await makeGuide(buyer, 'Front shelf')
    await schedule(buyer, id)
    await setDay(id, '2027-03-02', 2)
    const ask = (day: string) => Promise.all([1, 2, 3].map(() => notifyStanding(db, config, at(day))))
    await ask('2027-03-01')
    assert.deepEqual(await mailsTo(buyer), [])
    await notifyStanding(db, config, new Date('2027-03-02T07:00:00Z'))
    assert.deepEqual(await mailsTo(buyer), [], 'not at night')
    for (let again = 0; again < 2; again++) await ask('2027-03-02')
    const [mail, ...others] = await mailsTo(buyer)
    assert.deepEqual(others, [])
    for (const text of ['Tue, Mar 2', 'Front shelf', 'Every 2 weeks on Tuesday', `/orderguides/${id}`])
      assert.ok(mail?.includes(text) || (text.startsWith('/') && config.PUBLIC_URL === ''), text)
    assert.equal((await read(buyer, id))?.nextDay, '2027-03-16')
    await ask('2027-03-16')
    assert.equal((await mailsTo(buyer)).length, 2)
    await ask('2027-07-01')
    assert.equal((await mailsTo(buyer)).length, 3, 'missed days are asked for once')
    assert.equal((await read(buyer, id))?.nextDay, '2027-07-06')
  })

  it('is asked for on the last delivery day before a holiday or weekend', async () => {
    const [holiday, sunday, monday] = [await portal.addUser(), await portal.addUser(), await portal.addUser()]
    // Thanksgiving 2027 is November 25, and the day after has no deliveries either.
    for (const [buyer, day] of [
      [holiday, '2027-11-25'],
      [sunday, '2027-11-28'],
      [monday, '2027-11-29'],
    ] as const) {
      const id = await makeGuide(buyer)
      await schedule(buyer, id)
      await setDay(id, day)
    }
    const counts = async () => Promise.all([holiday, sunday, monday].map(async (one) => (await mailsTo(one)).length))
    await notifyStanding(db, config, at('2027-11-23'))
    assert.deepEqual(await counts(), [0, 0, 0])
    await notifyStanding(db, config, at('2027-11-24'))
    assert.deepEqual(await counts(), [1, 1, 0])
    await notifyStanding(db, config, at('2027-11-29'))
    assert.deepEqual(await counts(), [1, 1, 1])
  })

  it('is not asked for while paused or without lines, and pauses if its user can no longer order', async () => {
    const [paused, empty] = [await portal.addUser(), await portal.addUser()]
    const [viewer, closed] = [await portal.addUser(), await portal.addUser()]
    const ids = new Map<TestUser, string>()
    for (const buyer of [paused, empty, viewer, closed]) {
      const id = await makeGuide(buyer)
      ids.set(buyer, id)
      await schedule(buyer, id, { isPaused: buyer === paused })
      await setDay(id, today)
    }
    const idOf = (buyer: TestUser) => ids.get(buyer) ?? ''
    await db.deleteFrom('order_guide_line').where('guide_id', '=', idOf(empty)).execute()
    await db.updateTable('user_account').set({ buying_role: 'viewer' }).where('id', '=', viewer._id).execute()
    await db
      .updateTable('business')
      .set({ status: 'closed', deleted_at: new Date() })
      .where('id', '=', closed.businessId)
      .execute()
    await notifyStanding(db, config, at(today))
    for (const buyer of ids.keys()) assert.deepEqual(await mailsTo(buyer), [])
    assert.equal((await read(empty, idOf(empty)))?.nextDay, dayAfter(today, 7))
    for (const buyer of [viewer, closed]) {
      const state = await db
        .selectFrom('guide_schedule')
        .select(['is_paused', 'next_day'])
        .where('guide_id', '=', idOf(buyer))
        .executeTakeFirst()
      assert.deepEqual(state, { is_paused: true, next_day: today })
    }
  })
})

const manager = await portal.addUser({ buying_role: 'manager' })
const stranger = await portal.addUser({ buying_role: 'manager' })
const admin = await portal.addUser({ is_admin: true })

describe('the ship-to address of a standing order', () => {
  const addressOf = async (of: TestUser, isVerified = true) => {
    const facts = {
      name: 'North Clinic',
      address1: '1 Elm St',
      city: 'Boston',
      state: 'MA',
      zip: '02101',
      country: 'US',
    }
    const { _id: id } = (await call(shipTos.add, { params: { id: of._id }, body: facts, as: of })).body
    if (isVerified)
      await call(shipTos.verify, {
        params: { id },
        body: { __v: 1, needsLicense: false, erpAddress: 'north' },
        as: admin,
      })
    return id
  }

  it('is one of the business’s own that is verified', async () => {
    const id = await makeGuide(manager)
    const own = await addressOf(manager)
    const tries: [shipToId: unknown, status: number][] = [
      [await addressOf(stranger), 404],
      [randomUUID(), 404],
      ['north', 400],
      [await addressOf(manager, false), 409],
      [own, 200],
    ]
    for (const [shipToId, status] of tries)
      assert.equal((await schedule(manager, id, { shipToId })).status, status, String(shipToId))
    assert.deepEqual((await read(manager, id))?.shipTo, { _id: own, name: 'North Clinic', isAvailable: true })
    assert.equal((await schedule(manager, id, { shipToId: null, __v: 1 })).status, 200)
    assert.equal((await read(manager, id))?.shipTo, null)
  })

  it('is named in the email; if it was removed, email and page ask for another one, and it can be paused', async () => {
    const id = await makeGuide(manager, 'North shelf')
    const shipToId = await addressOf(manager)
    await schedule(manager, id, { shipToId })
    await setDay(id, '2027-03-02')
    await notifyStanding(db, config, at('2027-03-02'))
    await call(shipTos.remove, { params: { id: shipToId }, as: manager })
    assert.equal((await read(manager, id))?.shipTo?.isAvailable, false)
    await notifyStanding(db, config, at('2027-03-09'))
    const mails = (await mailsTo(manager))
      .filter((mail) => mail.includes('North shelf'))
      .toSorted((one, other) => one.length - other.length)
    assert.match(mails[0] ?? '', /North Clinic, Boston, MA\n/)
    assert.match(mails[1] ?? '', /North Clinic, Boston, MA \(no longer available: choose another address\)/)
    const { __v } = (await read(manager, id)) ?? { __v: 0 }
    assert.equal((await schedule(manager, id, { shipToId, __v })).status, 404)
    assert.equal((await schedule(manager, id, { shipToId, __v, isPaused: true })).status, 200)
    const foreign = await addressOf(stranger)
    assert.equal((await schedule(manager, id, { shipToId: foreign, __v: __v + 1, isPaused: true })).status, 200)
    assert.equal((await read(manager, id))?.shipTo?._id, shipToId, 'pausing changes no address')
  })
})

describe('a standing order made together with its guide', () => {
  const make = (as: TestUser, more: object, headers: Record<string, string> = {}) =>
    portal.send({
      method: 'POST',
      url: '/api/orderguides',
      payload: { name: randomUUID(), lines, schedule: { everyWeeks: 2, nextDay: dayAfter(today, 3) }, ...more },
      headers,
      as,
    })

  it('is one act, so a refused schedule leaves no guide behind', async () => {
    const buyer = await portal.addUser()
    const made = await make(buyer, { name: 'Monday order' })
    assert.deepEqual([made.status, made.body['message']], [201, 'Standing order saved'])
    const standing = await read(buyer, String(made.body['_id']))
    assert.deepEqual([standing?.everyWeeks, standing?.nextDay], [2, dayAfter(today, 3)])
    for (const [schedule, status] of [
      [{ everyWeeks: 2, nextDay: today }, 400],
      [{ everyWeeks: 3, nextDay: dayAfter(today, 3) }, 400],
      [{ everyWeeks: 1, nextDay: dayAfter(today, 3), shipToId: randomUUID() }, 404],
    ] as const)
      assert.equal((await make(buyer, { schedule })).status, status)
    const guides = (await call(orderGuides.list, { as: buyer })).body
    assert.deepEqual(
      guides.map(({ name }) => name),
      ['Monday order'],
    )
  })

  it('is made once on a double click', async () => {
    const buyer = await portal.addUser()
    const headers = { 'idempotency-key': randomUUID() }
    const both = await Promise.all([1, 2].map(() => make(buyer, { name: 'Twice' }, headers)))
    assert.deepEqual(
      both.map(({ status }) => status),
      [201, 201],
    )
    assert.equal(both[0]?.body['_id'], both[1]?.body['_id'])
    assert.equal((await call(orderGuides.list, { as: buyer })).body.length, 1)
  })

  it('names how many products are no longer sold, also in the email', async () => {
    const buyer = await portal.addUser()
    const [withdrawn, controlled, gone] = [await addProduct(), await addProduct(), await addProduct()]
    const [suspect, unknown] = [await addProduct(), await addProduct()]
    const unpublish = (id: string) =>
      db.updateTable('product').set({ is_published: false }).where('id', '=', id).execute()
    await unpublish(gone)
    const all = [
      ...lines,
      ...[withdrawn, controlled, gone, suspect, unknown].map((productId) => ({ productId, quantity: 1 })),
    ]
    const { body } = await make(buyer, { lines: all })
    assert.equal(body['message'], 'Standing order saved. 1 product is no longer sold and was left out.')
    await unpublish(withdrawn)
    await db.updateTable('product').set({ dea_schedule: 'CII' }).where('id', '=', controlled).execute()
    await db.updateTable('product').set({ is_on_hold: true }).where('id', '=', suspect).execute()
    await db.updateTable('product').set({ dispensing: 'Rx', schedule_source: '' }).where('id', '=', unknown).execute()
    const asked: [isLicenseRequired: boolean, blocked: number][] = [
      [false, 3],
      [true, 4],
    ]
    for (const [isLicenseRequired, blocked] of asked) {
      await db.deleteFrom('mail').where('recipient', '=', buyer.email).execute()
      await setDay(String(body['_id']), '2027-03-02')
      await notifyStanding(db, { ...config, REQUIRE_LICENSE: isLicenseRequired }, at('2027-03-02'))
      const [mail] = await mailsTo(buyer)
      assert.match(mail ?? '', /Lines: 5\n/)
      assert.match(mail ?? '', new RegExp(`Can’t be ordered now: ${blocked} of them`))
    }
  })

  it('is not made by viewers', async () => {
    const buyer = await portal.addUser()
    const viewer = await portal.addUser({ business_id: buyer.businessId, buying_role: 'viewer' })
    assert.equal((await make(viewer, {})).status, 403)
  })
})

describe('the day of a standing order', () => {
  const steps: [what: string, day: string, everyWeeks: number, next: string][] = [
    ['from a 31st', '2027-08-31', 4, '2027-09-28'],
    ['from a leap day', '2028-02-29', 1, '2028-03-07'],
    ['over the start of daylight saving time', '2027-03-10', 1, '2027-03-17'],
    ['over its end', '2027-11-03', 1, '2027-11-10'],
    ['over the end of the year', '2027-12-29', 2, '2028-01-12'],
  ]
  for (const [what, day, everyWeeks, next] of steps)
    it(`keeps its weekday ${what}`, async () => {
      const buyer = await portal.addUser()
      const id = await makeGuide(buyer)
      await schedule(buyer, id)
      await setDay(id, day, everyWeeks)
      await notifyStanding(db, config, at(day))
      assert.equal((await mailsTo(buyer)).length, 1)
      assert.equal((await read(buyer, id))?.nextDay, next)
    })
})
