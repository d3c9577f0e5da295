import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { startTestPortal, type TestPortal } from '#portal/testing.ts'
import { addProducts } from '#catalog/add-products.ts'
import { productEditing } from '#product-admin/contract.ts'
import { productImport } from '#imports/contract.ts'
import { openStore, type PictureStore } from './open-store.ts'
import { removeForgottenPictures } from './remove-pictures.ts'
import { startBucket } from '#platform/testing-bucket.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-pictures-'))
after(() => rm(folder, { recursive: true }))
const { objects, address } = await startBucket()
const portal = await startTestPortal({ environment: { UPLOADS: folder } })
const onS3 = await startTestPortal({ environment: { UPLOADS: address() } })
const { db } = portal
const store = openStore(portal.config)
const admin = await portal.addUser({ is_admin: true })
const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#884422' } })
  .png()
  .toBuffer()

const upload = async (to: TestPortal = portal, as = admin): Promise<string> => {
  const head = '--edge\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
  const { status, body } = await to.send({
    method: 'POST',
    url: '/api/uploads/local',
    as,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--edge--\r\n')]),
  })
  assert.equal(status, 200)
  return String(body['secure_url'])
}
const age = (to: TestPortal = portal) =>
  to.db
    .updateTable('upload')
    .set({ created_at: sql<Date>`created_at - interval '25 hours'` })
    .execute()
const isThere = async (url: string, at: TestPortal = portal) => (await at.send({ method: 'GET', url })).status === 200
let number = 0
const addProduct = async (facts = {}): Promise<string> => {
  number += 1
  const [product] = await addProducts(db, [
    { name: `Product ${number}`, ndc_number: `00093-${1000 + number}-01`, ...facts },
  ])
  return product?._id ?? ''
}
const save = (id: string, edit: object, __v = 1) =>
  portal.call(productEditing.update, { params: { id }, body: { __v, ...edit }, as: admin })

test('a picture that no product used within a day is removed in all sizes; the others stay', async () => {
  const uploaded: string[] = []
  while (uploaded.length < 5) uploaded.push(await upload())
  const [forgotten, shown, among, imported, written] = uploaded
  assert.ok(forgotten && shown && among && imported && written)
  assert.equal((await save(await addProduct(), { image: shown, images: ['', among].filter(Boolean) })).status, 200)
  const rows = [{ name: 'By import', ndcNumber: '00093-0001-01', image: imported }]
  const answer = await portal.call(productImport.importProducts, { body: rows, query: {}, as: admin })
  assert.equal(answer.body.counts.new, 1, JSON.stringify(answer.body))
  await addProduct({ image: written })
  await age()
  const late = await upload()

  await portal.http.ready()
  await portal.worker.drain()
  assert.equal(await isThere(forgotten), false)
  for (const url of [shown, among, imported, written, late]) assert.ok(await isThere(url), url)
  assert.equal((await readdir(folder)).length, 5 * 3)
  await age()
  await removeForgottenPictures(db, store)
  assert.equal(await isThere(late), false)
  const job = await db
    .selectFrom('job')
    .select(sql<number>`round(extract(epoch from run_at - now()) / 3600)::int`.as('hours'))
    .where('kind', '=', 'catalogue.remove-pictures')
    .executeTakeFirstOrThrow()
  assert.equal(job.hours, 24)
})

test('a product cannot use a removed picture, and keeps its other ones', async () => {
  const [kept, gone] = [await upload(), await upload()]
  const id = await addProduct()
  assert.equal((await save(id, { image: kept })).status, 200)
  await age()
  await removeForgottenPictures(db, store)
  const refused = await save(id, { images: [kept, gone] }, 2)
  assert.equal(refused.status, 409)
  assert.match(String(refused.body.message), /Upload it again/)
  await db.deleteFrom('upload').execute()
  assert.equal((await save(id, { images: [kept], description: 'As before' }, 2)).status, 200)
})

test('a save during a removal never leaves a product with a removed picture', async () => {
  const slow: PictureStore = {
    ...store,
    remove: async (name) => {
      await new Promise((done) => setImmediate(done))
      await store.remove(name)
    },
  }
  const outcomes = new Set<number>()
  for (let round = 0; round < 12; round++) {
    const [url, id] = [await upload(), await addProduct()]
    await age()
    const [{ status }] = await Promise.all([
      round % 3 === 0
        ? removeForgottenPictures(db, slow).then(() => save(id, { image: url }))
        : save(id, { image: url }),
      removeForgottenPictures(db, slow),
    ])
    outcomes.add(status)
    assert.equal(await isThere(url), status === 200, `round ${round}: ${status}`)
  }
  assert.ok(outcomes.has(409))
})

test('an interrupted removal is completed the next time', async () => {
  const url = await upload()
  await age()
  let left = 1
  const crashing: PictureStore = {
    ...store,
    remove: async (name) => {
      if (left-- === 0) throw new Error('the store is away')
      await store.remove(name)
    },
  }
  await assert.rejects(removeForgottenPictures(db, crashing), /away/)
  assert.equal((await save(await addProduct(), { image: url })).status, 409)
  await removeForgottenPictures(db, store)
  assert.ok(!(await readdir(folder)).some((name) => url.includes(name.slice(0, 32))))
})

test('a bucket is cleaned like a folder', async () => {
  const as = await onS3.addUser({ is_admin: true })
  const forgotten = await upload(onS3, as)
  assert.equal(objects.size, 3)
  await age(onS3)
  const fresh = await upload(onS3, as)
  const bucket = openStore(onS3.config)
  await removeForgottenPictures(onS3.db, bucket)
  bucket.close()
  assert.deepEqual([await isThere(forgotten, onS3), await isThere(fresh, onS3)], [false, true])
  assert.equal(objects.size, 3)
})
