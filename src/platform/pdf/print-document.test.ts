import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { addListedOrder } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import type { Db } from '../db/tables.ts'
import { pdfText } from './testing-pdf.ts'

const portal = await startTestPortal()
const { db } = portal
const logo = join(tmpdir(), `letterhead-${process.pid}.svg`)
await writeFile(
  logo,
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><rect width="90" height="30"/></svg>',
)
after(() => rm(logo))
const branded = await startTestPortal({ environment: { BRAND_LOGO: logo, BRAND_FOOTER: '12 Dock Street' } })

const addLongOrder = async (db: Db, user: TestUser, lines: number): Promise<string> => {
  const id = await addListedOrder(db, { user_id: user._id, placed_by: user._id, line_count: lines })
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
  it('is created without blocking requests', async () => {
    const buyer = await portal.addUser()
    const order = await addLongOrder(db, buyer, 150)
    await print(buyer, order)
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()]
    assert.equal((await print(buyer, order)).status, 200)
    const [ownSpent, allSpent] = [process.threadCpuUsage(own), process.cpuUsage(all)]
    assert.ok(ownSpent.user < allSpent.user / 3, `${ownSpent.user} of ${allSpent.user} µs are the server's own`)
  })
})

describe('the confirmation of forty lines', () => {
  it('fits on two pages, under the letterhead', async () => {
    const buyer = await branded.addUser()
    const { raw } = await branded.send({
      method: 'GET',
      url: `/api/orders/${await addLongOrder(branded.db, buyer, 40)}/confirmation`,
      as: buyer,
    })
    const text = pdfText(raw.rawPayload)
    assert.ok(text.includes('page 2 of 2'), text.slice(-200))
    assert.ok(text.indexOf('Ship to') < text.indexOf('Items'))
    assert.ok(text.includes('12 Dock Street') && text.includes('sales@apotheca.example'))
    assert.match(raw.rawPayload.toString('latin1'), /\/Subtype \/Image/)
  })
})

describe('too many documents', () => {
  it('of one user are refused without delaying other users', async () => {
    const [greedy, other] = [await portal.addUser(), await portal.addUser()]
    const [long, short] = [await addLongOrder(db, greedy, 100), await addLongOrder(db, other, 1)]
    const asked = Array.from({ length: 6 }, () => print(greedy, long))
    const [own, ...answers] = await Promise.all([print(other, short), ...asked])
    assert.deepEqual(statusesOf(answers), [200, 200, 429, 429, 429, 429])
    assert.equal(own.status, 200)
    const refused = answers.find(({ status }) => status === 429)
    assert.equal(refused?.body.message, 'Two of your documents are being created. Please wait for them to finish.')
    assert.ok(Number(refused?.raw.headers['retry-after']) > 0)
    assert.equal((await print(greedy, long)).status, 200)
  })

  it('of many users are refused before their data is read, with the time to wait', async () => {
    const buyers = await Promise.all(Array.from({ length: 40 }, () => portal.addUser()))
    const orders = await Promise.all(buyers.map((buyer) => addLongOrder(db, buyer, 1)))
    const answers = await Promise.all(buyers.map((buyer, at) => print(buyer, orders[at] ?? '')))
    const refused = answers.filter(({ status }) => status === 503)
    assert.deepEqual([...new Set(statusesOf(answers))], [200, 503])
    assert.ok(refused.every(({ raw }) => Number(raw.headers['retry-after']) > 0))
  })
})
