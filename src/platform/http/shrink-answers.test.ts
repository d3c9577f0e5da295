import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { addProducts } from '#catalog/add-products.ts'
import { startTestPortal } from '#portal/testing.ts'

const portal = await startTestPortal()
const [buyer, admin] = [await portal.addUser(), await portal.addUser({ is_admin: true })]

await addProducts(
  portal.db,
  Array.from({ length: 12 }, (_, at) => ({
    name: `Aspirin 81 mg tablet, bottle of ${at + 1}`,
    ndc_number: `11111-2222-${10 + at}`,
    price: 4.5,
    count_in_stock: 7,
    is_published: true,
  })),
)

const listing = '/api/products/search'
const product = '/api/products/slug/11111-2222-10'

const read = (url: string, headers: Record<string, string> = {}, as: { token: string } | null = buyer) =>
  portal.http.inject({
    method: 'GET',
    url,
    headers: { ...headers, ...(as && { authorization: `Bearer ${as.token}` }) },
  })

const unpack = { br: brotliDecompressSync, gzip: gunzipSync }

describe('a compressed answer', () => {
  for (const encoding of ['br', 'gzip'] as const)
    it(`reads the same with ${encoding}, signed in or not`, async () => {
      for (const as of [buyer, null]) {
        const plain = await read(listing, {}, as)
        const packed = await read(listing, { 'accept-encoding': encoding }, as)
        assert.equal(packed.headers['content-encoding'], encoding)
        assert.equal(unpack[encoding](packed.rawPayload).toString(), plain.body)
        assert.ok(packed.rawPayload.length < plain.rawPayload.length / 2)
      }
    })

  it('is revalidated by a visitor’s browser, and never stored for signed-in users', async () => {
    const { headers } = await read(listing, {}, null)
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.equal(headers.vary, 'authorization, accept-encoding')
    assert.equal((await read(listing, {}, buyer)).headers['cache-control'], 'no-store')
  })

  it('is not sent again while unchanged, compressed or not', async () => {
    for (const headers of [{}, { 'accept-encoding': 'br' }]) {
      const { etag } = (await read(product, headers)).headers
      const again = await read(product, { ...headers, 'if-none-match': String(etag) })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
    }
  })

  it('is sent again after a change', async () => {
    const { etag } = (await read(product)).headers
    await portal.db
      .updateTable('product')
      .set({ count_in_stock: 3 })
      .where('ndc_number', '=', '11111-2222-10')
      .execute()
    const again = await read(product, { 'if-none-match': String(etag) })
    assert.equal(again.statusCode, 200)
    assert.equal(again.json().countInStock, 3)
  })

  it('is not reused for another user of the same browser', async () => {
    const staff = '/api/users/staff'
    const { etag } = (await read(staff, {}, admin)).headers
    for (const [as, status] of [
      [buyer, 403],
      [null, 401],
    ] as const)
      assert.equal((await read(staff, { 'if-none-match': String(etag) }, as)).statusCode, status)
  })
})

it('answers to writes are never stored', async () => {
  const payload = { slug: '11111-2222-10', email: buyer.email }
  const { raw } = await portal.send({ method: 'PUT', url: '/api/products/addFav/true', payload, as: buyer })
  assert.equal(raw.statusCode, 200)
  assert.equal(raw.headers['cache-control'], 'no-store')
})

it('compressed request bodies are refused', async () => {
  const { status, body } = await portal.send({
    method: 'PUT',
    url: '/api/products/addFav/true',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ slug: '11111-2222-10', email: buyer.email })),
    as: buyer,
  })
  assert.deepEqual([status, body.message], [400, 'The request is not valid JSON.'])
})

describe('the page', () => {
  it('reads the same when compressed', async () => {
    const { headers, rawPayload } = await read('/search', { accept: 'text/html', 'accept-encoding': 'br' }, null)
    assert.equal(headers['content-encoding'], 'br')
    assert.match(brotliDecompressSync(rawPayload).toString(), /<div id="root">/)
  })

  it('is not the answer to a call at an unknown address', async () => {
    for (const [method, url] of [
      ['GET', '/api/nowhere'],
      ['GET', '/uploads/'],
      ['POST', '/search'],
    ] as const) {
      const { status, body } = await portal.send({ method, url, headers: { accept: 'text/html' } })
      assert.deepEqual([status, body.message], [404, 'There is nothing at this address.'], `${method} ${url}`)
    }
  })
})
