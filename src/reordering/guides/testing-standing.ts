import { randomUUID } from 'node:crypto'
import { addProducts } from '#catalog/add-products.ts'
import type { TestPortal, TestUser } from '#portal/testing.ts'
import { businessDay, dayAfter } from '#shared/business-day.ts'
import { orderGuides } from './contract.ts'

/** Fixtures for tests of standing orders: guides of one line, and the emails about them. */
export const standing = async (portal: TestPortal) => {
  const { call, config, db } = portal
  const addProduct = async (): Promise<string> => {
    const [added] = await addProducts(db, [
      {
        name: 'Aspirin',
        price: 10,
        count_in_stock: 100,
        is_published: true,
        ndc_number: randomUUID(),
        is_item_number: true,
      },
    ])
    return added?._id ?? ''
  }
  const lines = [{ productId: await addProduct(), quantity: 2 }]
  const today = businessDay(config.BUSINESS_TIME_ZONE)

  const makeGuide = async (as: TestUser, name: string = randomUUID()) =>
    (await call(orderGuides.make, { body: { name, lines }, as })).body._id
  const read = async (as: TestUser, id: string) => (await call(orderGuides.byId, { params: { id }, as })).body.schedule
  const schedule = (as: TestUser, id: string, more: object = {}) =>
    portal.send({
      method: 'PUT',
      url: `/api/orderguides/${id}/schedule`,
      payload: { everyWeeks: 1, nextDay: dayAfter(today, 3), __v: 0, ...more },
      as,
    })
  const skip = (as: TestUser, id: string, day: string) => call(orderGuides.skip, { params: { id }, body: { day }, as })
  const setDay = (id: string, next_day: string, every_weeks = 1) =>
    db.updateTable('guide_schedule').set({ next_day, every_weeks }).where('guide_id', '=', id).execute()
  const mailsTo = async ({ email }: TestUser) =>
    (
      await db
        .selectFrom('mail')
        .select('body')
        .where('recipient', '=', email)
        .where('subject', 'like', 'Your standing order%')
        .execute()
    ).map(({ body }) => body)
  const at = (day: string) => new Date(`${day}T17:00:00Z`)
  return { addProduct, lines, today, makeGuide, read, schedule, skip, setDay, mailsTo, at }
}
