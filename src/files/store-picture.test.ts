import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { readConfig } from '#platform/config.ts'
import { bytesFrom, startChance } from '#platform/testing-seed.ts'
import { startTestPortal, type TestPortal, type TestUser } from '#portal/testing.ts'
import { openStore } from './open-store.ts'
import { startBucket } from '#platform/testing-bucket.ts'
import { bomb } from './testing-bombs.ts'

const folder = await mkdtemp(join(tmpdir(), 'apotheca-pictures-'))
after(() => rm(folder, { recursive: true }))
const portal = await startTestPortal({ environment: { UPLOADS: folder } })
const admin = await portal.addUser({ is_admin: true })

const upload = (
  content: Buffer,
  { to = portal, as = admin, field = 'image', name = 'a.png', type = 'image/png' } = {},
) => {
  const head = `--edge\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`
  return to.send({
    method: 'POST',
    url: '/api/uploads/local',
    as: as as TestUser,
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--edge--\r\n')]),
  })
}
const picture = (width = 1600, height = 800) => sharp({ create: { width, height, channels: 3, background: '#884422' } })

const widthOf = async (url: string, from: TestPortal = portal) => {
  const { status, raw } = await from.send({ method: 'GET', url })
  assert.equal(status, 200)
  const { width, height, format, exif } = await sharp(raw.rawPayload).metadata()
  return { width, height, format, exif, headers: raw.headers }
}

test('a picture is re-encoded in three sizes under a random name, and never changes', async () => {
  const withPlace = await picture()
    .withExif({ IFD0: { ImageDescription: 'taken at home' } })
    .jpeg()
    .toBuffer()
  const { status, body } = await upload(withPlace, { type: 'image/png' })
  assert.equal(status, 200, JSON.stringify(body))
  const address = String(body['secure_url'])
  assert.match(address, /^\/uploads\/[0-9a-f]{32}-960\.webp$/)
  for (const [size, height] of [
    [960, 480],
    [480, 240],
    [240, 120],
  ] as const) {
    const served = await widthOf(address.replace('960', String(size)))
    assert.deepEqual([served.width, served.height, served.format, served.exif], [size, height, 'webp', undefined])
    assert.match(String(served.headers['cache-control']), /max-age=31536000, immutable/)
    assert.equal(served.headers['x-content-type-options'], 'nosniff')
    assert.equal(served.headers['content-type'], 'image/webp')
  }
  assert.equal(
    (await widthOf(String((await upload(await picture(100, 50).png().toBuffer())).body['secure_url']))).width,
    100,
  )
  assert.ok((await readdir(folder)).every((name) => /^[0-9a-f]{32}-\d+\.webp$/.test(name)))
  for (const url of ['/uploads/x.webp', '/uploads/..%2f..%2fpackage.json', `/uploads/${'0'.repeat(32)}-240.webp`])
    assert.equal((await portal.send({ method: 'GET', url })).status, 404)
})

test('other files, disguised, damaged or oversized pictures are refused with a message', async () => {
  const png = await picture(200, 100).png().toBuffer()
  const noise = sharp(bytesFrom(startChance(), 200 * 100 * 3), { raw: { width: 200, height: 100, channels: 3 } })
  const noisy = { jpeg: await noise.clone().jpeg().toBuffer(), webp: await noise.clone().webp().toBuffer() }
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  for (const [content, status, message] of [
    [svg, 415, /PNG, JPEG or WebP/],
    [Buffer.from('GIF89a'), 415, /PNG, JPEG or WebP/],
    [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg]), 415, /damaged|PNG, JPEG/],
    [Buffer.from('RIFF____WAVEfmt '), 415, /damaged|PNG, JPEG/],
    [png.subarray(0, png.length / 2), 415, /damaged/],
    [noisy.jpeg.subarray(0, noisy.jpeg.length / 2), 415, /damaged/],
    [noisy.webp.subarray(0, noisy.webp.length / 2), 415, /damaged/],
    [Buffer.concat([png.subarray(0, 60), svg, png.subarray(60)]), 415, /damaged/],
    [bomb(60_000, 60_000), 413, /40 megapixels/],
    [bomb(20_000, 2_500), 413, /40 megapixels/],
    [Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]), 413, /5 MB/],
    [Buffer.alloc(0), 400, /empty/],
  ] as const) {
    const answer = await upload(content)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    assert.match(String(answer.body.message), message)
  }
  assert.equal((await upload(png, { field: 'file' })).status, 400)
  assert.equal((await upload(png, { as: await portal.addUser() })).status, 403)
  const { status } = await portal.send({
    method: 'POST',
    url: '/api/uploads/local',
    as: admin,
    payload: { image: 'x' },
  })
  assert.equal(status, 415)
})

test('at most two pictures of one admin are encoded at a time, without delaying other users', async () => {
  const [greedy, other] = [await portal.addUser({ is_admin: true }), await portal.addUser({ is_admin: true })]
  const large = await picture(4_000, 3_000).png().toBuffer()
  const asked = Array.from({ length: 6 }, () => upload(large, { as: greedy }))
  const [own, ...answers] = await Promise.all([upload(large, { as: other }), ...asked])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 429, 429, 429, 429])
  assert.equal(own.status, 200)
  const refused = answers.find(({ status }) => status === 429)
  assert.equal(refused?.body.message, 'Two of your pictures are being created. Please wait for them to finish.')
  assert.ok(Number(refused?.raw.headers['retry-after']) > 0)
})

test('a bucket stores pictures like a folder, with signed requests', async () => {
  const { objects, address } = await startBucket()
  const onS3 = await startTestPortal({ environment: { UPLOADS: address() } })
  const as = await onS3.addUser({ is_admin: true })
  const { status, body } = await upload(await picture().png().toBuffer(), { to: onS3, as })
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal(objects.size, 3)
  assert.ok([...objects].every(([key, { type }]) => key.startsWith('shop/') && type === 'image/webp'))
  assert.equal((await widthOf(String(body['secure_url']).replace('960', '240'), onS3)).width, 240)
  const missing = await onS3.send({ method: 'GET', url: `/uploads/${'0'.repeat(32)}-240.webp` })
  assert.equal(missing.status, 404)
  const stranger = openStore(readConfig({ UPLOADS: address('wrong') }))
  await assert.rejects(stranger.put('x.webp', Buffer.from('x')), /SignatureDoesNotMatch/)
  stranger.close()
})

test('an invalid bucket address prevents the start', () => {
  for (const UPLOADS of ['s3:', 's3://', 's3://bucket?endpoint=ftp://x'])
    assert.throws(() => openStore({ UPLOADS, DATA_DIR: folder }), /^Error: Setting UPLOADS/)
})
