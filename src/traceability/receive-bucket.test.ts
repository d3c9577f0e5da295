import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startBucket } from '#platform/testing-bucket.ts'
import { startTestPortal } from '#portal/testing.ts'
import { shipmentXml, wholesalerGln } from './epcis/testing-documents.ts'
import { openBucket } from './open-bucket.ts'
import { maxDocumentBytes } from './receive-document.ts'

const { objects, address } = await startBucket('trace')
const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln, TRACE_BUCKET: address() } })
const { db, worker } = portal

const put = (name: string, content: string | Buffer) =>
  objects.set(`shop/${name}`, { content: Buffer.from(content), type: 'application/xml' })
const look = async () => {
  await worker.queueRecurring()
  await db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .where('kind', '=', 'traceability.receive-bucket')
    .execute()
  await worker.drain()
}
const names = () => [...objects.keys()].map((key) => key.slice('shop/'.length)).toSorted()
const stored = () =>
  db.selectFrom('trace_document').select(['file_name', 'received_by', 'direction']).orderBy('received_at').execute()

test('documents are received and moved as they came, each once; others are refused with the reason', async () => {
  const document = shipmentXml({ instance: 'a' })
  put('a b.xml', document)
  put('broken.xml', '<Order/>')
  put('copy.xml', document)
  put('readme.txt', 'Not a document')
  put('older/z.xml', shipmentXml({ instance: 'z' }))
  await look()
  assert.deepEqual(await stored(), [{ file_name: 'a b.xml', received_by: null, direction: 'inbound' }])
  const [first = '', copy = '', older = '', text = '', refused = '', reason = ''] = names()
  assert.match(first, /^done\/a b\.[\da-f]{12}\.xml$/)
  assert.match(copy, /^done\/copy\.[\da-f]{12}\.xml$/)
  assert.deepEqual([older, text], ['older/z.xml', 'readme.txt'])
  assert.match(refused, /^refused\/broken\.[\da-f-]{12}\.xml$/)
  assert.equal(reason, `${refused}.txt`)
  assert.equal(objects.get(`shop/${first}`)?.content.toString(), document)
  assert.match(objects.get(`shop/${reason}`)?.content.toString() ?? '', /The root element is Order/)
  await look()
  assert.equal(names().length, 6)
})

test('an object that was stored before a crash is moved and not stored again', async () => {
  put('c.xml', shipmentXml({ instance: 'c' }))
  await look()
  const count = (await stored()).length
  put('c.xml', shipmentXml({ instance: 'c' }))
  await look()
  assert.equal((await stored()).length, count)
  assert.equal(names().filter((name) => name.startsWith('done/c.')).length, 1)
})

test('a document above the limit is refused without being read', async () => {
  put('large.xml', Buffer.alloc(maxDocumentBytes + 1, ' '))
  await look()
  const reason = names().find((name) => /^refused\/large\..*\.txt$/.test(name)) ?? ''
  assert.match(objects.get(`shop/${reason}`)?.content.toString() ?? '', /too large/)
  assert.ok(!objects.has('shop/large.xml'))
})

test('wrong credentials are an error, not an empty bucket', async () => {
  await assert.rejects(openBucket(address('other')).list(10), /SignatureDoesNotMatch/)
})
