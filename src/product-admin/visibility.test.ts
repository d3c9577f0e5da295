import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { carts, quickOrder } from '#cart/contract.ts'
import { addProducts } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { businessGroups } from '#customers/audience/contract.ts'
import { listing } from '#pricing/testing-lists.ts'
import { inventory } from '#catalog/stock/contract.ts'
import { orderGuides } from '#reordering/guides/contract.ts'
import { placing } from '#orders/checkout/testing-placement.ts'
import { orders } from '#orders/contract.ts'
import { startTestPortal, type TestUser } from '#portal/testing.ts'
import { reports } from '#reports/contract.ts'
import { orderingForHeader } from '#shared/endpoint.ts'
import { restrictions } from './contract.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })
const [inside, outside] = [await portal.addUser(), await portal.addUser()]
const { addGroup } = listing(portal)
const group = await addGroup('class', [inside.businessId])
const { codeFor, orderOf } = placing(portal)

const drug = {
  generic_name: 'Zolpramab',
  strength: '10 mg',
  dosage_form: 'Tablet',
  route: 'Oral',
  manufacturer: 'Quill Labs',
  price: 10,
  count_in_stock: 50,
  is_published: true,
}
const added = await addProducts(portal.db, [
  { ...drug, name: 'Zolpramab Tablets 10 mg', ndc_number: '11111-0001-01', category: 'Hospital only' },
  { ...drug, name: 'Zolpramab Tablets 10 mg', ndc_number: '22222-0001-01', manufacturer: 'Other', category: 'Open' },
  { ...drug, name: 'Zolpramab Tabs', ndc_number: '33333-0001-01', category: 'Open', count_in_stock: 0 },
  { ...drug, name: 'Vexilotin Capsules', ndc_number: '55555-0001-01', category: 'Secret', generic_name: 'Vexilotin' },
  { ...drug, name: 'Gauze Pads', ndc_number: '44444-0001-01', category: 'Open', generic_name: '' },
])
const [hidden = '', , soldOut = '', secret = '', gauze = ''] = added.map(({ _id }) => _id)
const ndc = '11111-0001-01'

interface Looking {
  as: TestUser | null
  headers: Record<string, string>
}

/** Whether the product is visible there; null if this caller has no access. */
type Place = (looking: Looking) => Promise<boolean | null>

const ids = (cards: { _id: string }[]): string[] => cards.map(({ _id }) => _id)
const isOneOf = (cards: { _id: string }[]): boolean => ids(cards).includes(hidden)
const search = (query: object): Place =>
  async function (looking) {
    const { body } = await portal.call(catalog.search, { query: { ...query } as never, ...looking })
    assert.equal(body.countProducts, body.products.length)
    return isOneOf(body.products)
  }
const found = (status: number): boolean => {
  assert.ok(status === 200 || status === 404, `answered ${status}`)
  return status === 200
}
const isCustomer = (looking: Looking): boolean => looking.as === inside || looking.as === outside
const isBuyer = (looking: Looking): boolean => isCustomer(looking) || orderingForHeader in looking.headers
const email = (looking: Looking): string => looking.as?.email ?? ''
const orderedBy = new Map<TestUser, string>()
const guideOf = new Map<TestUser, string>()
const whose = ({ as, headers }: Looking) => ((headers[orderingForHeader] ?? as?._id) === inside._id ? inside : outside)

const places: Record<string, Place> = {
  'the whole catalog': search({}),
  'its category': search({ category: 'Hospital only' }),
  'by price': search({ order: 'lowest', price: '5-15' }),
  'the dearest first': search({ order: 'highest' }),
  'by a filter and another': search({ manufacturer: 'Quill Labs', stock: 'true' }),
  'a text': search({ query: 'zolpramab' }),
  'a typing error': search({ query: 'zolprmab' }),
  'its NDC': search({ query: ndc }),
  'a text by price': search({ query: 'zolpramab', order: 'lowest' }),
  suggestions: async (looking) =>
    isOneOf((await portal.call(catalog.suggest, { query: { query: 'zolp' }, ...looking })).body.products),
  'counts of makers': async (looking) => {
    const { body } = await portal.call(catalog.facets, { query: { query: 'zolpramab' }, ...looking })
    return body.manufacturer.some(({ value, count }) => value === 'Quill Labs' && count === 2)
  },
  'counts of all': async (looking) => {
    const { body } = await portal.call(catalog.facets, { query: {}, ...looking })
    return body.category.some(({ value }) => value === 'Hospital only')
  },
  categories: async (looking) => (await portal.call(catalog.categories, looking)).body.includes('Hospital only'),
  'its page': async (looking) =>
    found((await portal.call(catalog.bySlug, { params: { slug: ndc }, ...looking })).status),
  'its NDC in another notation': async (looking) =>
    found((await portal.call(catalog.bySlug, { params: { slug: ndc.replaceAll('-', '') }, ...looking })).status),
  'its id': async (looking) => found((await portal.call(catalog.byId, { params: { id: hidden }, ...looking })).status),
  'its reviews': async (looking) =>
    found((await portal.call(catalog.reviews, { params: { id: hidden }, query: {}, ...looking })).status),
  'what else it is': async (looking) =>
    found((await portal.call(catalog.sameDrug, { params: { id: hidden }, ...looking })).status),
  'the same drug of another': async (looking) => {
    const { body } = await portal.call(catalog.sameDrug, { params: { id: soldOut }, ...looking })
    return isOneOf([...body.packs, ...body.makers, ...body.strengths])
  },
  'equivalents of what is sold out': async (looking) => {
    if (!looking.as) return null
    const { body } = await portal.call(catalog.equivalents, { body: { ids: [soldOut] }, ...looking })
    assert.equal(isOneOf(body.products), body.offers[soldOut]?.includes(hidden) ?? false)
    return isOneOf(body.products)
  },
  'quick order': async (looking) => {
    if (!looking.as) return null
    const { body } = await portal.call(quickOrder.check, { body: { lines: [{ code: ndc, quantity: 1 }] }, ...looking })
    assert.equal(body.lines[0]?.verdict, isOneOf(body.products) ? 'ok' : 'unknown')
    return isOneOf(body.products)
  },
  'a cart of the browser': async (looking) =>
    isOneOf((await portal.call(carts.look, { body: { ids: [hidden] }, ...looking })).body),
  'put into the cart': async (looking) => {
    if (!looking.as) return null
    const put = (quantity: number) =>
      portal.call(carts.change, { body: { lines: [{ _id: hidden, quantity }] }, ...looking })
    await put(0)
    const { body } = await put(2)
    return body.lines.some(({ _id, isSold }) => _id === hidden && isSold)
  },
  preview: async (looking) =>
    looking.as &&
    isOneOf(
      (await portal.call(orders.price, { body: { orderItems: [{ _id: hidden, quantity: 1 }] }, ...looking })).body,
    ),
  'marked as a favorite': async (looking) => {
    if (!isCustomer(looking)) return null
    const mark = await portal.call(catalog.addFavourite, { body: { slug: ndc, email: email(looking) }, ...looking })
    return found(mark.status)
  },
  favorites: async (looking) => (isCustomer(looking) ? search({ favourites: 'true' })(looking) : null),
  'an order guide': async (looking) => {
    if (!isBuyer(looking) || looking.as === admin) return null
    const params = { id: guideOf.get(whose(looking)) ?? '' }
    const { body } = await portal.call(orderGuides.byId, { params, ...looking })
    assert.deepEqual(
      body.lines.map(({ productId }) => productId),
      [hidden],
    )
    return isOneOf(body.products)
  },
  'what was purchased before': async (looking) => {
    if (!isBuyer(looking) || looking.as === admin) return null
    const { body } = await portal.call(orderGuides.purchases, { query: { days: 90 }, ...looking })
    return isOneOf(body.products) || body.lines.some(({ productId }) => productId === hidden)
  },
  'ordering again': async (looking) => {
    if (!isBuyer(looking)) return null
    const params = { id: orderedBy.get(whose(looking)) ?? '' }
    const { status, body } = await portal.call(orders.reorder, { params, query: {}, ...looking })
    // A rep sees only the orders that they placed.
    return status === 404 ? null : body[0]?.verdict === 'available'
  },
  dashboard: async (looking) => {
    if (!isCustomer(looking)) return null
    const { body } = await portal.call(reports.mySummary, { params: { id: looking.as?._id ?? '' }, ...looking })
    return isOneOf([...body.products, ...body.due, ...body.buyAgain])
  },
  'asking for stock': async (looking) => {
    if (!isBuyer(looking) || looking.as === admin) return null
    const asked = await portal.call(inventory.request, { params: { id: hidden }, body: { quantity: 500 }, ...looking })
    return found(asked.status)
  },
}

const audiences: [who: string, looking: Looking, sees: boolean][] = [
  ['a visitor', { as: null, headers: {} }, false],
  ['a buyer in the class of trade', { as: inside, headers: {} }, true],
  ['a buyer outside', { as: outside, headers: {} }, false],
  ['a rep who works for the buyer inside', { as: rep, headers: { [orderingForHeader]: inside._id } }, true],
  ['a rep who works for the buyer outside', { as: rep, headers: { [orderingForHeader]: outside._id } }, false],
  ['a rep who works for nobody', { as: rep, headers: {} }, true],
  ['an admin', { as: admin, headers: {} }, true],
]

/** While an admin works for a customer, these still show the whole catalog. */
const alwaysTold = new Set([
  'counts of makers',
  'counts of all',
  'categories',
  'its page',
  'its NDC in another notation',
  'its id',
  'its reviews',
  'what else it is',
  'the same drug of another',
])

const restrict = async (rule: 'all' | 'only', category: boolean) => {
  const change = { rule, userIds: [], groupIds: rule === 'only' ? [group] : [] }
  const params = category
    ? { kind: 'category' as const, subject: 'Hospital only' }
    : { kind: 'product' as const, subject: hidden }
  const { body } = await portal.call(restrictions.find, { params, as: admin })
  return portal.call(restrictions.set, { params, body: { ...change, __v: body.__v }, as: admin })
}

const place = async (user: TestUser, by: TestUser = user) => {
  const order = orderOf(
    [
      { _id: hidden, quantity: 2, price: 10 },
      { _id: gauze, quantity: 1, price: 10 },
    ],
    await codeFor(by, user._id),
  )
  return by === user
    ? portal.call(orders.place, { body: order, as: user })
    : portal.call(orders.placeFor, { params: { userId: user._id }, body: { ...order, forUser: user._id }, as: by })
}

before(async () => {
  for (const user of [inside, outside]) {
    // Often enough to count as regularly bought.
    const placed = [await place(user), await place(user)]
    assert.deepEqual(
      placed.map(({ status }) => status),
      [201, 201],
    )
    orderedBy.set(user, placed[0]?.body.order?._id ?? '')
    const guide = { name: 'Weekly', lines: [{ productId: hidden, quantity: 1 }] }
    guideOf.set(user, (await portal.call(orderGuides.make, { body: guide, as: user })).body._id)
    await portal.call(catalog.addFavourite, { body: { slug: ndc, email: user.email }, as: user })
  }
})

for (const [what, isCategory] of [
  ['a product', false],
  ['a category', true],
] as const)
  describe(`${what} limited to a class of trade`, () => {
    before(async () => assert.equal((await restrict('only', isCategory)).status, 200))
    after(async () => assert.equal((await restrict('all', isCategory)).status, 200))

    // Both restrictions use the same condition, so three audiences are enough for the second.
    for (const [who, looking, sees] of isCategory ? audiences.slice(0, 3) : audiences)
      it(`${sees ? 'is visible' : 'is nowhere visible'} to ${who}`, async () => {
        const wrong: string[] = []
        for (const [where, isThere] of Object.entries(places)) if ((await isThere(looking)) === !sees) wrong.push(where)
        assert.deepEqual(wrong, [])
      })

    it('is shown to an admin who looks it up while working for the buyer outside', async () => {
      const looking = { as: admin, headers: { [orderingForHeader]: outside._id } }
      for (const where of alwaysTold) assert.equal(await places[where]?.(looking), true, where)
      for (const where of ['a text', 'quick order', 'preview'])
        assert.equal(await places[where]?.(looking), false, where)
    })

    it('is marked for staff only', async () => {
      const marks = async (looking: Looking) => {
        const { body } = await portal.call(catalog.search, { query: { query: ndc }, ...looking })
        const page = await portal.call(catalog.bySlug, { params: { slug: ndc }, ...looking })
        return [body.products[0]?.isRestricted, page.body.isRestricted]
      }
      assert.deepEqual(await marks({ as: admin, headers: {} }), [true, true])
      assert.deepEqual(await marks({ as: rep, headers: {} }), [true, true])
      assert.deepEqual(await marks({ as: inside, headers: {} }), [undefined, undefined])
    })

    it('cannot be ordered by or for a buyer outside', async () => {
      for (const by of [outside, rep, admin]) {
        const { status, body } = await place(outside, by)
        assert.equal(status, 409)
        assert.match(body.message ?? '', /./)
        assert.deepEqual((body as { unavailable?: { soldOut: object[] } }).unavailable?.soldOut, [
          { _id: hidden, name: '' },
        ])
      }
      for (const by of [inside, rep]) assert.equal((await place(inside, by)).status, 201)
    })

    it('stays in a cart as unavailable', async () => {
      await restrict('all', isCategory)
      await portal.call(carts.change, { body: { lines: [{ _id: hidden, quantity: 1 }] }, as: outside })
      await restrict('only', isCategory)
      const { body } = await portal.call(carts.read, { as: outside })
      assert.deepEqual(
        body.lines.map(({ isSold, price, countInStock, priceSource, orderMaximum, allocation }) => [
          isSold,
          price,
          countInStock,
          priceSource ?? orderMaximum ?? allocation ?? null,
        ]),
        [[false, null, 0, null]],
      )
    })
  })

describe('an invalid change', () => {
  it('is refused with a message', async () => {
    const status = async (path: string, rule: string, as: TestUser | null = admin) => {
      const payload = { rule, userIds: [], groupIds: [], __v: 0 }
      return (await portal.send({ method: 'PUT', url: `/api/restrictions/${path}`, payload, as })).status
    }
    assert.equal(await status(`product/${group}`, 'only'), 404)
    assert.equal(await status('product/none', 'only'), 404)
    assert.equal(await status('category/None', 'only'), 404)
    assert.equal(await status(`product/${gauze}`, 'except'), 400)
    assert.equal(await status(`product/${gauze}`, 'only', rep), 403)
  })
})

describe('a drug carried only for some', () => {
  it('is not found, suggested or offered to others', async () => {
    const params = { kind: 'product' as const, subject: secret.toUpperCase() }
    const change = { rule: 'only' as const, userIds: [inside._id], groupIds: [], __v: 0 }
    assert.equal((await portal.call(restrictions.set, { params, body: change, as: admin })).status, 200)
    for (const query of [
      'vexilotin',
      'vexilotn',
      'vexilotin capsules',
      'vexil',
      'vexilotin gauze',
      'gauze vexilotin',
    ]) {
      const answers = [catalog.search, catalog.suggest].map((endpoint) => async (as: TestUser | null) => {
        const { body } = await portal.call(endpoint, { query: { query }, as })
        return [body.products.length, body.meant, body.offers, body.sameGeneric, body.notCarried]
      })
      for (const ask of answers) {
        for (const as of [null, outside]) assert.deepEqual(await ask(as), [0, '', [], '', ''], query)
        assert.equal((await ask(inside))[0], query.includes('gauze') ? 0 : 1, query)
      }
    }
  })
})

describe('a change of visibility', () => {
  const tagged = async (url: string, tag = '') => {
    const { raw } = await portal.send({ method: 'GET', url, headers: { 'if-none-match': tag } })
    return { status: raw.statusCode, tag: String(raw.headers.etag), cache: String(raw.headers['cache-control']) }
  }

  it('invalidates what a browser cached', async () => {
    for (const url of [
      '/api/products/search',
      `/api/products/slug/${ndc}`,
      '/api/products/categories',
      '/api/products/facets',
    ]) {
      const first = await tagged(url)
      assert.equal(first.cache, 'private, no-cache')
      assert.equal((await tagged(url, first.tag)).status, 304)
      await restrict('only', true)
      const then = await tagged(url, first.tag)
      assert.equal(then.status, url.includes('/slug/') ? 404 : 200)
      assert.notEqual(then.tag, first.tag)
      await restrict('all', true)
      assert.equal((await tagged(url, first.tag)).status, 304)
    }
  })

  it('applies to cached searches immediately, and when a business joins or leaves a group', async () => {
    const sees = (as: TestUser) => search({ query: 'zolpramab' })({ as, headers: {} })
    assert.equal(await sees(outside), true)
    await restrict('only', false)
    assert.deepEqual([await sees(inside), await sees(outside)], [true, false])
    const joining = await addGroup('group', [])
    const params = { kind: 'product' as const, subject: hidden }
    const { body } = await portal.call(restrictions.find, { params, as: admin })
    const change = { rule: 'only' as const, userIds: [], groupIds: [joining], __v: body.__v }
    assert.equal((await portal.call(restrictions.set, { params, body: change, as: admin })).status, 200)
    assert.deepEqual([await sees(inside), await sees(outside)], [false, false])
    const removed = await portal.call(businessGroups.remove, { params: { id: joining }, as: admin })
    assert.deepEqual(
      [removed.status, removed.body.message],
      [409, 'The product “Zolpramab Tablets 10 mg” is for this group. Remove the group there first.'],
    )
    const byName = { ...change, groupIds: [], userIds: [outside._id], __v: change.__v + 1 }
    assert.equal((await portal.call(restrictions.set, { params, body: byName, as: admin })).status, 200)
    assert.deepEqual([await sees(inside), await sees(outside)], [false, true])
    await restrict('all', false)
  })
})
