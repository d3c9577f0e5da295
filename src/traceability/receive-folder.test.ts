import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { shipmentXml, wholesalerGln } from './epcis/testing-documents.ts'

const folder = await mkdtemp(join(tmpdir(), 'trace-folder-'))
after(() => rm(folder, { recursive: true }))
const portal = await startTestPortal({ environment: { OWN_GLNS: wholesalerGln, TRACE_FOLDER: folder } })
const { db, worker } = portal

const put = async (name: string, content: string, { secondsAgo = 60 } = {}) => {
  const at = new Date(Date.now() - secondsAgo * 1_000)
  await writeFile(join(folder, name), content)
  await utimes(join(folder, name), at, at)
}
const look = async () => {
  await worker.queueRecurring()
  await db
    .updateTable('job')
    .set({ run_at: new Date(0) })
    .where('kind', '=', 'traceability.receive-folder')
    .execute()
  await worker.drain()
}
const names = async (place = '') =>
  (await readdir(join(folder, place), { withFileTypes: true }))
    .filter((one) => !one.isDirectory())
    .map(({ name }) => name)
    .toSorted()
const stored = () => db.selectFrom('trace_document').select(['file_name', 'received_by', 'direction']).execute()

test('documents are received and moved, each once; what cannot be read is refused with its reason', async () => {
  await put('a.xml', shipmentXml({ instance: 'a' }))
  await put('broken.xml', '<Order/>')
  await put('copy of a.xml', shipmentXml({ instance: 'a' }))
  await look()
  assert.deepEqual(await stored(), [{ file_name: 'a.xml', received_by: null, direction: 'inbound' }])
  assert.deepEqual(await names(), [])
  assert.equal((await names('done')).length, 2)
  const [refused = '', reason = ''] = await names('refused')
  assert.match(refused, /^broken\.[\da-f-]{12}\.xml$/)
  assert.match(await readFile(join(folder, 'refused', reason), 'utf8'), /The root element is Order/)
})

test('unfinished files, links and other files stay', async () => {
  const document = shipmentXml({ instance: 'stays' })
  await put('written.xml', document, { secondsAgo: 0 })
  await put('.hidden.xml', document)
  await put('b.xml.part', document)
  await symlink('/etc/hostname', join(folder, 'link.xml'))
  const before = await names()
  await look()
  assert.deepEqual(await names(), before)
  await rename(join(folder, 'b.xml.part'), join(folder, 'b.xml'))
  await look()
  assert.ok((await names('done')).some((name) => name.startsWith('b.')))
})

test('a file that was stored before a crash is moved and not stored again', async () => {
  await put('c.xml', shipmentXml({ instance: 'c' }))
  await look()
  const count = (await stored()).length
  const done = (await names('done')).find((name) => name.startsWith('c.')) ?? ''
  // As if the process had ended before the move.
  await rename(join(folder, 'done', done), join(folder, 'c.xml'))
  await look()
  assert.equal((await stored()).length, count)
  assert.ok((await names('done')).includes(done))
})
