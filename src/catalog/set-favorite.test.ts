import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from './add-products.ts'
import { catalog } from './contract.ts'

const portal = await startTestPortal()
const [one, two, draft] = await addProducts(
  portal.db,
  ['One', 'Two', 'Draft'].map((name, at) => ({
    name: `Favoured ${name}`,
    ndc_number: `44444-000${at}-01`,
    price: 5 + at,
    is_published: name !== 'Draft',
  })),
)
const admin = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })
const ann = await portal.addUser({ email: 'ann@acme.example', name: 'Ann', last_name: 'Archer' })
const bob = await portal.addUser({ name: 'Bob', last_name: '' })

const mark = (slug: string, as = ann, email = as.email) =>
  portal.call(catalog.addFavourite, { body: { slug, email }, as })
const favorites = async (as: typeof ann | null) => {
  const { body } = await portal.call(catalog.search, { query: { favourites: 'true' }, as })
  return body.products.map(({ name }) => name)
}

test('favorites belong to one user, are set by slug or NDC, and setting one twice is idempotent', async () => {
  assert.equal((await mark(one?.slug ?? '')).status, 200)
  assert.equal((await mark('44444000001')).status, 200)
  assert.equal((await mark(one?.slug ?? '', rep)).status, 200)
  assert.deepEqual([await favorites(ann), await favorites(bob), await favorites(null)], [['Favoured One'], [], []])
  const card = (await portal.call(catalog.search, { query: { query: 'favoured one' }, as: ann })).body.products[0]
  assert.deepEqual(card?.favBy, [ann.email])
  assert.equal((await mark(one?.slug ?? '', bob, ann.email)).status, 403)
  assert.equal((await mark(one?.slug ?? '', admin)).status, 403)
  assert.equal((await mark(draft?.slug ?? '')).status, 404)
  assert.equal((await mark('nothing')).status, 404)
  const unmark = { body: { slug: one?.slug ?? '', email: 'ANN@acme.example' }, as: ann }
  assert.equal((await portal.call(catalog.removeFavourite, unmark)).status, 200)
  assert.equal((await portal.call(catalog.removeFavourite, unmark)).status, 200)
  assert.deepEqual([await favorites(ann), await favorites(rep)], [[], ['Favoured One']])
})

test('each user has one review per product, and the rating is the average of all', async () => {
  const id = two?._id ?? ''
  const review = (as: typeof ann, rating: number, comment = '') =>
    portal.call(catalog.review, { params: { id }, body: { rating, comment, name: 'Somebody else' } as never, as })
  const first = await review(ann, 2, 'Too <b>small</b>')
  assert.equal(first.status, 201)
  assert.deepEqual([first.body.review.name, first.body.numReviews, first.body.rating], ['Ann A.', 1, 2])
  await Promise.all([review(ann, 5, 'Better'), review(bob, 4), review(ann, 5, 'Better')])
  const { body } = await portal.call(catalog.reviews, { params: { id }, query: {}, as: ann })
  assert.deepEqual([body.numReviews, body.rating, body.own?.comment], [2, 4.5, 'Better'])
  assert.ok(!JSON.stringify(body).includes('acme.example'))

  for (const rating of [0, 6, 1.5]) assert.equal((await review(bob, rating)).status, 400)
  assert.equal((await review(bob, 3, 'x'.repeat(2_001))).status, 400)
  assert.equal((await review(admin, 3)).status, 403)
  const toDraft = { params: { id: draft?._id ?? '' }, body: { rating: 3 }, as: bob }
  assert.equal((await portal.call(catalog.review, toDraft)).status, 404)

  const top = await portal.call(catalog.search, { query: { order: 'toprated', rating: '4' } })
  assert.deepEqual(
    top.body.products.map(({ name, rating, numReviews }) => [name, rating, numReviews]),
    [['Favoured Two', 4.5, 2]],
  )
  const reviewId = body.own?._id ?? ''
  const remove = (as: typeof ann) => portal.call(catalog.removeReview, { params: { id, reviewId }, as })
  assert.equal((await remove(bob)).status, 404)
  assert.equal((await remove(admin)).status, 200)
  const after = await portal.call(catalog.reviews, { params: { id }, query: {} })
  assert.deepEqual([after.body.numReviews, after.body.rating, after.body.own], [1, 4, null])
})
