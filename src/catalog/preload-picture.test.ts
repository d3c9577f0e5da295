import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts, type NewProduct } from './add-products.ts'
import { pictureToPreload } from './preload-picture.ts'

const portal = await startTestPortal()
const product = (name: string, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  price: 10,
  count_in_stock: 5,
  is_published: true,
  image: '/pictures/tablet-white.svg?v=1',
  ...facts,
})

const [open, draft, plain, hidden] = await addProducts(portal.db, [
  product('Open to all'),
  product('Draft', { is_published: false }),
  product('Without a picture', { image: '' }),
  product('Only for some'),
])
const addressOf = (one: { slug: string } | undefined) => `/product/${one?.slug ?? ''}`

test('the picture of a public product is preloaded before its page runs', async () => {
  const ask = (address: string) => pictureToPreload(portal.db, address)
  assert.equal(await ask(addressOf(open)), '/pictures/tablet-white.svg?v=1')
  assert.equal(await ask(`${addressOf(open)}?from=mail`), '/pictures/tablet-white.svg?v=1')
  for (const address of [addressOf(draft), addressOf(plain), '/product/none', '/product/%E0%A4%A', '/product/', '/'])
    assert.equal(await ask(address), null, address)
})

test('the picture of a restricted product is not preloaded', async () => {
  assert.notEqual(await pictureToPreload(portal.db, addressOf(hidden)), null)
  await portal.db
    .insertInto('audience')
    .values({ id: '0190a000-0000-7000-8000-000000000001', kind: 'product', subject: hidden?._id ?? '', rule: 'only' })
    .execute()
  assert.equal(await pictureToPreload(portal.db, addressOf(hidden)), null)
})
