import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { startTestPortal } from '#portal/testing.ts'
import { catalog } from '#catalog/contract.ts'
import { productEditing } from '#product-admin/contract.ts'
import { openStore } from '#files/open-store.ts'
import { continueImport } from './apply-import.ts'
import { bomb } from '#files/testing-bombs.ts'
import { imports, productImport } from './contract.ts'
import { continueFetching } from './fetch-pictures.ts'
import { importing } from './testing-imports.ts'

const paint = (color: string, side = 64) =>
  sharp({ create: { width: side, height: side, channels: 3, background: color } })
    .withExif({ IFD0: { Copyright: 'somebody' } })
    .jpeg()
    .toBuffer()

const pictures = new Map<string, Buffer>()
const asked: string[] = []
const hanging = Promise.withResolvers<void>()
const host = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  const picture = pictures.get(path)
  if (picture) response.end(picture)
  else if (path.startsWith('/hanging')) hanging.resolve()
  else response.writeHead(path.startsWith('/busy') ? 503 : 404).end()
})
host.listen(0, '127.0.0.1')
await once(host, 'listening')
after(() => {
  host.closeAllConnections()
  host.close()
})
const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}` // a listening TCP server

const folder = await mkdtemp(join(tmpdir(), 'apotheca-fetched-'))
after(() => rm(folder, { recursive: true }))
const portal = await startTestPortal({ environment: { UPLOADS: folder, PICTURE_ORIGINS: origin } })
const admin = await portal.addUser({ is_admin: true })
const { sendUp, find, rowsOf, act, finish } = importing(portal, admin)

let codes = 10_000
const newCode = () => `8${String(++codes).slice(1)}-1001-01`
const fields = ['ndcNumber', 'name', 'price', 'image']
const productOf = async (number: string) => {
  const product = await portal.db.selectFrom('product').selectAll().where('ndc_number', '=', number).executeTakeFirst()
  assert.ok(product, number)
  return product
}
const steer = (id: string, what: 'again' | 'stop', as: typeof admin | null = admin) =>
  portal.call(imports.steerPictures, { params: { id }, body: { act: what }, as })
const makeDue = (id: string) =>
  portal.db
    .updateTable('import_picture')
    .set({ due_at: sql<Date>`now()` })
    .where('import_id', '=', id)
    .execute()
const drainAll = async (id: string) => {
  for (let turn = 0; turn < 4; turn++) {
    await makeDue(id)
    await portal.db
      .updateTable('job')
      .set({ run_at: sql<Date>`now()` })
      .execute()
    await portal.worker.drain()
  }
}

test('rows are applied first, then their pictures are fetched, reported row by row, and retried', async () => {
  pictures.set('/red.jpg', await paint('#c02020'))
  pictures.set('/page.html', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  const [red, same, missing, page, closed, busy] = [1, 2, 3, 4, 5, 6].map(newCode)
  assert.ok(red && same && missing && page && closed && busy)
  const sent = await sendUp(fields, [
    [red, 'Red', 10, `${origin}/red.jpg`],
    [same, 'Red too', 10, `${origin}/red.jpg?size=2`],
    [missing, 'Missing', 10, `${origin}/missing.jpg`],
    [page, 'Page', 10, `${origin}/page.html`],
    [closed, 'Closed', 10, 'https://169.254.169.254/latest/meta-data'],
    [busy, 'Busy', 10, `${origin}/busy.jpg`],
  ])
  pictures.set('/red.jpg?size=2', await paint('#c02020'))
  const [preview] = await rowsOf(sent._id, 'new')
  assert.deepEqual(preview?.changes?.at(-1), {
    field: 'Image',
    before: '',
    after: `${origin}/red.jpg`,
    why: 'fetched after the row is applied',
  })
  assert.deepEqual(asked, [])
  const done = await finish('apply', sent._id)
  assert.equal(done.result.new, 6)
  await drainAll(sent._id)
  assert.deepEqual((await find(sent._id)).pictures, { waiting: 0, fetched: 2, failed: 4 })
  assert.equal(asked.filter((path) => path === '/busy.jpg').length, 3)
  const problems = (
    await portal.call(imports.rows, {
      params: { id: sent._id },
      query: { show: 'unpictured', page: 1 },
      as: admin,
    })
  ).body.rows.map(({ row, picture }) => [row, picture?.problem])
  assert.deepEqual(problems, [
    [4, 'Picture could not be fetched: 404.'],
    [5, 'The fetched file is not a usable picture. Use an undamaged PNG, JPEG or WebP file.'],
    [6, 'Picture could not be fetched: its address is in a private network.'],
    [7, 'Picture could not be fetched: 503.'],
  ])
  const { image } = await productOf(red)
  assert.match(image, /^\/uploads\/[0-9a-f]{32}-960\.webp$/)
  assert.equal((await productOf(same)).image, image)
  assert.equal((await readdir(folder)).length, 3)
  const { raw } = await portal.send({ method: 'GET', url: image })
  const { format, exif, width } = await sharp(raw.rawPayload).metadata()
  assert.deepEqual([format, exif, width], ['webp', undefined, 64])
  const report = await portal.send({ method: 'GET', url: `/api/imports/${sent._id}/report.csv`, as: admin })
  assert.match(report.raw.body, /Picture could not be fetched: 404\./)

  pictures.set('/missing.jpg', await paint('#2020c0'))
  assert.equal((await steer(sent._id, 'again')).status, 200)
  await drainAll(sent._id)
  assert.deepEqual((await find(sent._id)).pictures, { waiting: 0, fetched: 3, failed: 3 })
  const shown = await portal.call(catalog.byId, { params: { id: (await productOf(missing)).id }, as: admin })
  assert.match(shown.body.image, /^\/uploads\//)
  assert.deepEqual(
    [(await steer(sent._id, 'stop')).status, (await steer(sent._id, 'again', await portal.addUser())).status],
    [409, 403],
  )

  const again = await sendUp(fields, [[red, 'Red', 10, `${origin}/red.jpg`]])
  assert.equal(again.counts.unchanged, 1)
})

test('an undo restores the previous picture, but keeps one that was chosen since', async () => {
  pictures.set('/old.jpg', await paint('#333333'))
  pictures.set('/new.jpg', await paint('#eeeeee'))
  const [changed, edited, added] = [newCode(), newCode(), newCode()]
  const rows = (path: string) => [changed, edited].map((code) => [code, `Product ${code}`, 5, `${origin}${path}`])
  const first = await sendUp(fields, rows('/old.jpg'))
  await finish('apply', first._id)
  const old = (await productOf(changed)).image
  const second = await sendUp(fields, [...rows('/new.jpg'), [added, 'Added', 5, `${origin}/new.jpg`]])
  assert.deepEqual([second.counts.changed, second.counts.new], [2, 1])
  await finish('apply', second._id)
  const { id, version, image } = await productOf(edited)
  assert.notEqual(image, old)
  const edit = { __v: version, image: '' }
  assert.equal((await portal.call(productEditing.update, { params: { id }, body: edit, as: admin })).status, 200)
  const undone = await finish('undo', second._id)
  assert.deepEqual([undone.undone, undone.kept], [2, 1])
  assert.equal((await productOf(changed)).image, old)
  assert.equal((await productOf(edited)).image, '')
  assert.ok((await productOf(added)).deleted_at)
  assert.match((await rowsOf(second._id, 'kept'))[0]?.kept ?? '', /Image has changed since/)
})

test('pictures of undone, deleted or otherwise changed products are dropped', async () => {
  pictures.set('/late.jpg', await paint('#123456'))
  const [kept, gone, undone] = [newCode(), newCode(), newCode()]
  const hold = await sendUp(
    fields,
    [kept, gone].map((code) => [code, 'Held', 5, `${origin}/busy-at-first.jpg`]),
  )
  await finish('apply', hold._id)
  await portal.db.updateTable('product').set({ image: '/pictures/own.svg' }).where('ndc_number', '=', kept).execute()
  await portal.db
    .updateTable('product')
    .set({ deleted_at: sql<Date>`now()` })
    .where('ndc_number', '=', gone)
    .execute()
  pictures.set('/busy-at-first.jpg', await paint('#654321'))
  assert.deepEqual((await find(hold._id)).pictures.waiting, 2)
  await drainAll(hold._id)
  assert.deepEqual((await find(hold._id)).pictures, { waiting: 0, fetched: 0, failed: 0 })
  assert.equal((await productOf(kept)).image, '/pictures/own.svg')

  const late = await sendUp(fields, [[undone, 'Undone', 5, `${origin}/busy.jpg`]])
  await finish('apply', late._id)
  assert.equal(await act('undo', late._id), 202)
  assert.equal((await steer(late._id, 'again')).status, 409)
  pictures.set('/busy.jpg', await paint('#abcdef'))
  await drainAll(late._id)
  pictures.delete('/busy.jpg')
  assert.equal((await productOf(undone)).image, '')
})

test('a portal that was stopped resumes fetching', async () => {
  const codes = Array.from({ length: 6 }, newCode)
  const { _id } = await sendUp(
    fields,
    codes.map((code, at) => [code, 'Slow', 5, `${origin}/hanging/${at}.jpg`]),
  )
  assert.equal(await act('apply', _id), 202)
  await continueImport(portal.db, _id)
  const stopping = new AbortController()
  const store = openStore(portal.config)
  const fetching = continueFetching({ db: portal.db, config: portal.config, store }, _id, stopping.signal)
  await hanging.promise
  stopping.abort()
  await assert.rejects(fetching)
  assert.deepEqual((await find(_id)).pictures, { waiting: 6, fetched: 0, failed: 0 })
  for (let at = 0; at < 6; at++) pictures.set(`/hanging/${at}.jpg`, await paint(`#0a0a0${at}`))
  await drainAll(_id)
  assert.deepEqual((await find(_id)).pictures, { waiting: 0, fetched: 6, failed: 0 })
})

test('stopping the fetch leaves out the pictures that have not arrived', async () => {
  const { _id } = await sendUp(fields, [[newCode(), 'Busy', 5, `${origin}/busy.jpg`]])
  await finish('apply', _id)
  assert.equal((await find(_id)).pictures.waiting, 1)
  assert.equal((await steer(_id, 'stop')).body.message, 'Skipped: 1 picture.')
  assert.deepEqual((await find(_id)).pictures, { waiting: 0, fetched: 0, failed: 1 })
})

test('a picture that breaks the decoder is reported and blocks nothing', async () => {
  pictures.set('/wide.png', bomb(60_000, 60_000))
  pictures.set('/torn.jpg', (await paint('#445566', 640)).subarray(0, 900))
  pictures.set('/fine.jpg', await paint('#665544'))
  const sent = await sendUp(
    fields,
    ['/wide.png', '/torn.jpg', '/fine.jpg'].map((path) => [newCode(), path, 5, origin + path]),
  )
  await finish('apply', sent._id)
  assert.deepEqual((await find(sent._id)).pictures, { waiting: 0, fetched: 1, failed: 2 })
  const { rows } = (
    await portal.call(imports.rows, { params: { id: sent._id }, query: { show: 'unpictured', page: 1 }, as: admin })
  ).body
  assert.match(rows[0]?.picture?.problem ?? '', /40 megapixels/)
  assert.match(rows[1]?.picture?.problem ?? '', /undamaged/)
})

test('importing rows through the API and using an invalid address are refused with the reason', async () => {
  const row = { ndcNumber: newCode(), name: 'By program', image: `${origin}/red.jpg` }
  const { body } = await portal.call(productImport.importProducts, { body: [row], query: {}, as: admin })
  assert.match(body.rows[0]?.unread?.[0] ?? '', /uploaded to the portal/)
  for (const image of [
    'https://',
    'javascript:alert(1)',
    '//elsewhere.example/a.png',
    `https://x.example/${'a'.repeat(2_001)}`,
  ]) {
    const sent = await sendUp(fields, [[newCode(), 'Nonsense', 1, image]])
    assert.deepEqual([sent.counts.new, sent.counts.partial], [1, 1], image)
  }
})
