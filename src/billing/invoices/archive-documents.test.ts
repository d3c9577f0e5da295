import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { maxArchived } from './contract.ts'

const portal = await startTestPortal()
const { db } = portal
const acme = await portal.addUser({ account_number: '1000001' })
const other = await portal.addUser({ account_number: '2000002' })

const addDocument = async (id: string, facts = {}) => {
  await addInvoice(db, { id, ...facts })
  await db
    .insertInto('invoice_document')
    .values({ invoice_id: id, content: Buffer.from(`%PDF-1.7 ${id}`.repeat(500)) })
    .execute()
}
await addDocument('70000001')
await addDocument('70000002')
await addInvoice(db, { id: '70000003' })
const foreign = { party_id: '2000002', buyer_party_id: '2000002', payer_party_id: '2000002' }
await addDocument('70000009', foreign)

const ask = (ids: readonly string[], as: TestUser | null) =>
  portal.send({ method: 'GET', url: `/api/users/InvoiceArchive?ids=${ids.join(',')}`, as })

/** The files in an archive, by the entries of its directory. */
const unpack = (archive: Buffer): Map<string, string> => {
  const files = new Map<string, string>()
  for (let at = archive.indexOf('PK\u0001\u0002'); archive.readUInt32LE(at) === 0x02014b50;) {
    const [packed, length, start] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt32LE(at + 42),
    ]
    const content = start + 30 + archive.readUInt16LE(start + 26)
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    files.set(name, inflateRawSync(archive.subarray(content, content + packed)).toString())
    at += 46 + length
  }
  return files
}

test('the archive has the documents and lists those the ERP did not provide', async () => {
  const { status, raw } = await ask(['70000002', '70000001', '70000003', '70000001'], acme)
  assert.equal(status, 200)
  assert.equal(raw.headers['content-type'], 'application/zip')
  const files = unpack(raw.rawPayload)
  assert.deepEqual([...files.keys()], ['invoice-70000001.pdf', 'invoice-70000002.pdf', 'not-included.txt'])
  assert.equal(files.get('invoice-70000002.pdf'), '%PDF-1.7 70000002'.repeat(500))
  assert.match(files.get('not-included.txt') ?? '', /^Invoice 70000003: /)
})

test('an archive with another customer’s invoice is not found', async () => {
  assert.equal((await ask(['70000001', '70000009'], acme)).status, 404)
  assert.equal((await ask(['70000001', '79999999'], acme)).status, 404)
  assert.equal((await ask(['70000009'], other)).status, 200)
  assert.equal((await ask(['70000001'], null)).status, 401)
})

test('too many, no and invalid invoice numbers are refused', async () => {
  const many = Array.from({ length: maxArchived + 1 }, (_, at) => String(at))
  for (const ids of [many, [], ['%27 or 1=1'], ['a b']]) assert.equal((await ask(ids, acme)).status, 400, ids[0])
})

test('each user runs one archive at a time', async () => {
  const statuses = (await Promise.all([1, 2, 3, 4].map(() => ask(['70000001'], acme)))).map(({ status }) => status)
  assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 429), statuses.join(' '))
  assert.equal((await ask(['70000001'], acme)).status, 200)
})
