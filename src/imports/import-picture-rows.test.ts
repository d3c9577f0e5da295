import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from '#catalog/add-products.ts'
import { imports } from './contract.ts'
import { importing } from './testing-imports.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-archive-'))
after(() => rm(folder, { recursive: true }))
const portal = await startTestPortal({ environment: { UPLOADS: folder } })
const admin = await portal.addUser({ is_admin: true })
const other = await portal.addUser({ is_admin: true })
const ann = await portal.addUser()
const { begin, sendUp, find, rowsOf, act, finish } = importing(portal, admin)

await addProducts(portal.db, [
  { name: 'Cream', ndc_number: '00093-7214-98', image: '/pictures/tube.svg' },
  { name: 'Drops', ndc_number: '12345-0678-90' },
  { name: 'Short one', ndc_number: '01234-5678-90' },
  { name: 'Short other', ndc_number: '12345-0678-01' },
  { name: 'Gloves', ndc_number: 'GLOVE-2', is_item_number: true },
  { name: 'Glove', ndc_number: 'GLOVE', is_item_number: true },
  { name: 'Mask', ndc_number: 'MASK', is_item_number: true },
])
const imageOf = async (number: string) =>
  (await portal.db.selectFrom('product').select('image').where('ndc_number', '=', number).executeTakeFirst())?.image

const png = (color: string) =>
  sharp({ create: { width: 32, height: 32, channels: 3, background: color } })
    .png()
    .toBuffer()

const names = new Map<string, string[]>()

const sendPicture = (id: string, row: number, content: Buffer, as: typeof admin | null = admin) =>
  portal.send({
    method: 'PUT',
    url: `/api/imports/${id}/rows/${row}/picture?file=${encodeURIComponent(names.get(id)?.[row - 2] ?? 'none')}`,
    as,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([
      Buffer.from('--edge\r\ncontent-disposition: form-data; name="image"; filename="../../a.png"\r\n\r\n'),
      content,
      Buffer.from('\r\n--edge--\r\n'),
    ]),
  })
const ofFiles = async (files: string[], fingerprint: string = crypto.randomUUID()) => {
  const sent = await sendUp(
    ['file'],
    files.map((file) => [file]),
    { kind: 'pictures', fileName: 'pictures.zip', fingerprint },
  )
  names.set(sent._id, files)
  return sent
}
const missingOf = async (id: string) =>
  (await portal.call(imports.missingPictures, { params: { id }, as: admin })).body.rows

test('a file matches the product in its name, in any notation, and none if several match', async () => {
  const sent = await ofFiles([
    'photos/00093721498.JPG',
    'NDC 12345-678-90.png',
    '1234567890.png',
    'GLOVE-2.webp',
    'GLOVE_1.webp',
    'MASK-2.jpg',
    'mask.jpg',
    '../../etc/passwd',
    '0093-7214-98.jpeg',
    '12345-678-90-1.jpg',
  ])
  const refused = (await rowsOf(sent._id, 'refused')).map(({ row, reason }) => [row, reason])
  assert.deepEqual(refused, [
    [2, 'Files 2 and 10 are for the same product, which can show only one picture.'],
    [3, 'Files 3 and 11 are for the same product, which can show only one picture.'],
    [4, 'Several products match: 01234-5678-90 Short one; 12345-0678-90 Drops.'],
    [5, 'Several products match: GLOVE Glove; GLOVE-2 Gloves.'],
    [7, 'It would be picture 2 of Mask, which can show only one.'],
    [8, 'No product has this NDC or item number.'],
    [9, 'No product has this NDC or item number.'],
    [10, 'Files 2 and 10 are for the same product, which can show only one picture.'],
    [11, 'Files 3 and 11 are for the same product, which can show only one picture.'],
  ])
  assert.deepEqual(
    (await rowsOf(sent._id, 'new')).map(({ row, ndcNumber }) => [row, ndcNumber]),
    [[6, 'GLOVE']],
  )
})

test('pictures are stored under their names, shown when applied, and taken back', async () => {
  const sent = await ofFiles(['00093-7214-98.png', 'MASK.png', '12345-0678-90.png'])
  assert.deepEqual([sent.state, sent.counts.changed, sent.counts.new], ['ready', 1, 2])
  assert.deepEqual(sent.pictures, { waiting: 3, fetched: 0, failed: 0 })
  assert.equal(await act('apply', sent._id), 409)
  assert.deepEqual(await missingOf(sent._id), [2, 3, 4])
  assert.equal((await sendPicture(sent._id, 2, await png('#aa0000'))).status, 200)
  assert.equal((await sendPicture(sent._id, 3, await png('#00aa00'))).status, 200)
  const svg = await sendPicture(sent._id, 4, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  assert.equal(svg.status, 200)
  assert.equal(await imageOf('MASK'), '')
  const full = await find(sent._id)
  assert.deepEqual([full.pictures.waiting, full.counts.refused], [0, 1])
  assert.match((await rowsOf(sent._id, 'refused'))[0]?.reason ?? '', /not a supported picture/)

  const done = await finish('apply', sent._id)
  assert.deepEqual(done.result, { new: 1, changed: 1, unchanged: 0, refused: 0 })
  assert.match((await imageOf('00093-7214-98')) ?? '', /^\/uploads\//)
  const again = await ofFiles(['MASK.png'])
  await sendPicture(again._id, 2, await png('#00aa00'))
  assert.equal((await finish('apply', again._id)).result.unchanged, 1)
  const undone = await finish('undo', sent._id)
  assert.deepEqual([undone.undone, undone.kept], [2, 0])
  assert.deepEqual([await imageOf('00093-7214-98'), await imageOf('MASK')], ['/pictures/tube.svg', ''])
})

test('choosing the same files again resumes an interrupted upload, but other files do not', async () => {
  const sent = await ofFiles(['MASK.png', 'GLOVE.png'], 'the same files')
  await sendPicture(sent._id, 2, await png('#00bb00'))
  const again = await begin(2, { kind: 'pictures', fingerprint: 'the same files' })
  assert.deepEqual([again._id, again.state, await missingOf(sent._id)], [sent._id, 'ready', [3]])
  names.set(sent._id, ['GLOVE.png', 'MASK.png'])
  const mixed = await sendPicture(sent._id, 3, await png('#00bb00'))
  assert.deepEqual(
    [mixed.status, mixed.body.message],
    [409, 'These files differ from those that were checked. Start a new import.'],
  )
})

test('a picture that waited for more than a day is deleted, and its row says so', async () => {
  const sent = await ofFiles(['MASK.png'])
  await sendPicture(sent._id, 2, await png('#0000aa'))
  await portal.db
    .updateTable('upload')
    .set({ created_at: sql<Date>`now() - interval '25 hours'` })
    .execute()
  await portal.db
    .updateTable('upload')
    .set({ removing_since: sql<Date>`now()` })
    .where('applied_at', 'is', null)
    .execute()
  assert.equal((await finish('apply', sent._id)).result.refused, 1)
  assert.match((await rowsOf(sent._id, 'refused'))[0]?.reason ?? '', /not applied within a day and was deleted/)
  assert.equal(await imageOf('MASK'), '')
})

test('pictures are accepted from the user who started the import, for existing rows, up to the limit', async () => {
  const sent = await ofFiles(['MASK.png'])
  const content = await png('#00aaaa')
  assert.equal((await sendPicture(sent._id, 2, content, other)).status, 403)
  assert.equal((await sendPicture(sent._id, 2, content, ann)).status, 403)
  assert.equal((await sendPicture(sent._id, 2, content, null)).status, 401)
  assert.equal((await sendPicture(sent._id, 99, content)).status, 404)
  assert.equal((await sendPicture(sent._id, 0, content)).status, 400)
  assert.equal((await sendPicture(crypto.randomUUID(), 2, content)).status, 404)
  const products = await sendUp(['ndcNumber', 'name'], [['00001-0001-01', 'Other kind']])
  assert.equal((await sendPicture(products._id, 2, content)).status, 404)
  const open = await begin(2, { kind: 'pictures' })
  assert.equal((await sendPicture(open._id, 2, content)).status, 404)
  const many = { kind: 'pictures', fileName: 'x', fingerprint: 'x', rowCount: 5_001 }
  assert.equal((await portal.send({ method: 'POST', url: '/api/imports', payload: many, as: admin })).status, 400)
  assert.equal((await sendPicture(sent._id, 2, Buffer.alloc(5 * 1024 * 1024 + 1))).status, 200)
  assert.match((await rowsOf(sent._id, 'refused'))[0]?.reason ?? '', /5 MB/)
})
