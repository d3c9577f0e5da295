import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'

const portal = await startTestPortal()
const { db } = portal

const addLongOrder = async (user: TestUser, lines: number): Promise<string> => {
  const id = await addOrder(db, { user_id: user._id, placed_by: user._id, line_count: lines })
  await db
    .insertInto('order_line')
    .values(
      Array.from({ length: lines }, (_, at) => ({
        order_id: id,
        line_no: at + 1,
        name: `Tramadol hydrochloride 50 mg tablets, bottle of 100, line ${at}`,
        slug: `slug-${at}`,
        quantity: 5,
        price: 6,
      })),
    )
    .execute()
  return id
}

const print = (as: TestUser, order: string) =>
  portal.send({ method: 'GET', url: `/api/orders/${order}/confirmation`, as })

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted()

describe('a long document', () => {
  it('is made beside everything else', async () => {
    const buyer = await portal.addUser()
    const order = await addLongOrder(buyer, 150)
    await print(buyer, order)
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
    assert.equal((await print(buyer, order)).status, 200)
    const [ownSpent, allSpent] = [process.threadCpuUsage(own), process.cpuUsage(all)]
    assert.ok(ownSpent.user < allSpent.user / 3, `${ownSpent.user} of ${allSpent.user} µs are the server's own`)
  })
})

describe('too many documents', () => {
  it('of one user are refused, and nobody else waits for them', async () => {
    const [greedy, other] = [await portal.addUser(), await portal.addUser()]
    const [long, short] = [await addLongOrder(greedy, 100), await addLongOrder(other, 1)]
    const asked = Array.from({ length: 6 }, () => print(greedy, long))
    const [own, ...answers] = await Promise.all([print(other, short), ...asked])
    assert.deepEqual(statusesOf(answers), [200, 200, 429, 429, 429, 429])
    assert.equal(own.status, 200)
    const refused = answers.find(({ status }) => status === 429)
    assert.equal(refused?.body.message, 'Two of your documents are being made. Please wait for them.')
    assert.ok(Number(refused?.raw.headers['retry-after']) > 0)
    assert.equal((await print(greedy, long)).status, 200)
  })

  it('of many users are refused before they are read, with the time to wait', async () => {
    const buyers = await Promise.all(Array.from({ length: 40 }, () => portal.addUser()))
    const orders = await Promise.all(buyers.map((buyer) => addLongOrder(buyer, 1)))
    const answers = await Promise.all(buyers.map((buyer, at) => print(buyer, orders[at] ?? '')))
    const refused = answers.filter(({ status }) => status === 503)
    assert.deepEqual([...new Set(statusesOf(answers))], [200, 503])
    assert.ok(refused.every(({ raw }) => Number(raw.headers['retry-after']) > 0))
  })
})
