import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { notifyStanding } from './notify-standing.ts'
import { standing } from './testing-standing.ts'

const portal = await startTestPortal()
const { config, db } = portal
const { today, makeGuide, read, schedule, setDay, mailsTo, at } = await standing(portal)
const stranger = await portal.addUser({ buying_role: 'manager' })

describe('a standing order whose user can no longer order', () => {
  const stop = {
    viewer: { buying_role: 'viewer' },
    inactive: { is_active: false },
    deleted: { is_active: false, deleted_at: new Date() },
  } as const
  const toldOf = async (people: readonly TestUser[], guide: string) => {
    const mails = await db
      .selectFrom('mail')
      .select(['recipient', 'body'])
      .where('subject', '=', 'A standing order was paused: its user can no longer order')
      .where('body', 'like', `%${guide}%`)
      .execute()
    return people.map(({ email }) => mails.filter(({ recipient }) => recipient === email).length)
  }

  for (const [how, facts] of Object.entries(stop))
    it(`is paused once (${how}); managers are emailed, also by two servers at once, and one of them resumes it`, async () => {
      const owner = await portal.addUser({ name: 'Bo', last_name: 'Gone' })
      const mate = (role: 'buyer' | 'manager' | 'viewer') =>
        portal.addUser({ business_id: owner.businessId, buying_role: role })
      const [boss, clerk, looker] = [await mate('manager'), await mate('buyer'), await mate('viewer')]
      const guide = randomUUID()
      const id = await makeGuide(owner, guide)
      await schedule(owner, id)
      await db.updateTable('user_account').set(facts).where('id', '=', owner._id).execute()
      assert.equal((await read(clerk, id))?.user.mayOrder, false, 'the page says so before the day')
      await setDay(id, today)
      await Promise.all([1, 2].map(() => notifyStanding(db, config, at(today))))
      await notifyStanding(db, config, at(today))
      assert.deepEqual(await toldOf([boss, clerk, looker, owner, stranger], guide), [1, 0, 0, 0, 0])
      assert.deepEqual(await mailsTo(owner), [])
      const paused = await read(boss, id)
      assert.deepEqual([paused?.isPaused, paused?.nextDay, paused?.user.mayOrder], [true, today, false])
      assert.equal((await schedule(boss, id, { __v: paused?.__v })).status, 200)
      assert.equal((await read(boss, id))?.user.mayOrder, true)
    })

  it('is reported to the other buyers if there is no manager, and to nobody of a closed business', async () => {
    const [owner, last, closed] = [await portal.addUser(), await portal.addUser(), await portal.addUser()]
    const mates = await Promise.all(
      [owner, owner, closed].map(({ businessId }) => portal.addUser({ business_id: businessId })),
    )
    const guide = randomUUID()
    for (const one of [owner, last, closed]) {
      const id = await makeGuide(one, `${guide} of ${one._id}`)
      await schedule(one, id)
      await setDay(id, today)
      await db.updateTable('user_account').set({ is_active: false }).where('id', '=', one._id).execute()
    }
    await db
      .updateTable('business')
      .set({ status: 'closed', deleted_at: new Date() })
      .where('id', '=', closed.businessId)
      .execute()
    await notifyStanding(db, config, at(today))
    assert.deepEqual(await toldOf(mates, guide), [1, 1, 0])
  })
})
