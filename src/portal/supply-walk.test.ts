import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NewProduct } from '#catalog/add-products.ts'
import { catalog } from '#catalog/contract.ts'
import { orderBlock, scheduleTwo, scheduleUnknown } from '#catalog/order-quantity.ts'
import { emptyCart, lineBlock, moreOf } from '#cart/cart.ts'
import { carts, quickOrder } from '#cart/contract.ts'
import { orders } from '#orders/contract.ts'
import { orderGuides } from '#reordering/guides/contract.ts'
import { licenses } from '#compliance/licenses/contract.ts'
import { schedules } from '#compliance/schedules/contract.ts'
import { newId } from '#platform/db/new-id.ts'
import type { NewRow } from '#platform/db/tables.ts'
import { approvals } from '#purchasing/approvals/contract.ts'
import { requesting } from '#purchasing/approvals/testing-requests.ts'
import {
  harmlessRoutes,
  orderingWays,
  type OrderingBusiness,
  otherRecords,
  type Outcome,
  walkedQuantity,
  walkedRoutes,
} from './testing-ways.ts'
import { startTestPortal, type TestUser } from './testing.ts'

/** Every way to order a line, walked against licenses, registrations, schedules and States. */

const portal = await startTestPortal({ environment: { REQUIRE_LICENSE: '1', SHIPS_FROM: 'Louisville' } })
const { db, call, day } = portal
const admin = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })
const { addProduct, codeFor, orderOf } = requesting(portal)

type License = Partial<NewRow<'license'>>
const all = ['2', '2N', '3', '3N', '4', '5']
const verified = { status: 'verified', verified_by: admin._id, verified_at: new Date(), expires_on: day(90) } as const
const state = (more: License = {}): License => ({ kind: 'state', state: 'MA', ...verified, ...more })
const dea = (more: License = {}): License => ({ kind: 'dea', schedules: all, ...verified, ...more })
const controlled = (more: License = {}): License => ({
  kind: 'controlled',
  state: 'MA',
  ...verified,
  schedules: all,
  ...more,
})
const listOne = (more: License = {}): License => ({ kind: 'list-one', ...verified, ...more })
const unverified = { status: 'unverified', verified_by: null, verified_at: null } as const
const suspended = { status: 'suspended', suspended_why: 'Board order' } as const
const expired = { expires_on: day(-1) }
const renewing = { ...expired, renewal_filed_on: day(-2), renewal_proof: 'Receipt of the board' }
const renewedLate = { ...expired, renewal_filed_on: day(0), renewal_proof: 'Receipt of the board' }

const give = async (businessId: string | null, granted: readonly License[]): Promise<void> => {
  for (const license of granted)
    await db
      .insertInto('license')
      .values({ id: newId(), business_id: businessId, ...license })
      .execute()
}
// Our own; the walks of what we lack are in other States.
await give(null, [
  state({ warehouse: 'louisville' }),
  state({ state: 'NH' }),
  dea(),
  listOne(),
  state({ state: 'ME', warehouse: 'Reno' }),
  state({ state: 'CT', warehouse: 'Louisville', ...suspended }),
  state({ state: 'CT', warehouse: 'Reno' }),
  state({ state: 'RI', warehouse: 'Louisville' }),
  state({ state: 'RI', warehouse: 'Reno', ...suspended }),
])

const scheduleIn = (state: string, substance: string, schedule: 'CII' | 'CIII' | 'CIV' | 'CV', effectiveOn = day(-1)) =>
  call(schedules.add, {
    body: { state, substance, schedule, effectiveOn, source: 'Board of Pharmacy' },
    as: admin,
  })
await scheduleIn('MA', 'Gabatest', 'CV')
await scheduleIn('MA', 'Familytest', 'CIII')
await scheduleIn('MA', 'Twotest', 'CII')
await scheduleIn('MA', 'Latertest', 'CV', day(1))
const gabatest: Partial<NewProduct> = { dispensing: 'Rx', generic_name: 'GABATEST' }

const rx: Partial<NewProduct> = { dispensing: 'Rx' }
const of = (dea_schedule: NewProduct['dea_schedule'], more: Partial<NewProduct> = {}): Partial<NewProduct> => ({
  ...rx,
  dea_schedule,
  ...more,
})
const otc: Partial<NewProduct> = { dispensing: 'OTC' }

interface Walk {
  what: string
  product: Partial<NewProduct>
  licenses: readonly License[]
  /** The ship-to State of the business. */
  to?: string
  outcome: Outcome
}

/** Decided like Schedule III, so that a plain order shows enough. */
const isLikeScheduleThree = ({ product }: Walk): boolean =>
  (product.dea_schedule === 'CIV' && !product.drug_family) || product.dea_schedule === 'CV'

const walks: Walk[] = [
  { what: 'Rx with a license', product: rx, licenses: [state()], outcome: 'goes on' },
  { what: 'Rx without a license', product: rx, licenses: [], outcome: 'waits' },
  { what: 'Rx with an unverified license', product: rx, licenses: [state(unverified)], outcome: 'waits' },
  { what: 'Rx with an expired license', product: rx, licenses: [state(expired)], outcome: 'waits' },
  { what: 'Rx with a renewal filed in time', product: rx, licenses: [state(renewing)], outcome: 'goes on' },
  { what: 'Rx with a renewal filed late', product: rx, licenses: [state(renewedLate)], outcome: 'waits' },
  { what: 'Rx with a suspended license', product: rx, licenses: [state(suspended), state()], outcome: 'is refused' },
  { what: 'Rx with a removed license', product: rx, licenses: [state({ removed_at: new Date() })], outcome: 'waits' },
  { what: 'Rx to another State', product: rx, licenses: [state()], to: 'NH', outcome: 'waits' },
  {
    what: 'Rx to a State with its license',
    product: rx,
    licenses: [state({ state: 'NH' })],
    to: 'NH',
    outcome: 'goes on',
  },
  {
    what: 'Rx to a State where we have none',
    product: rx,
    licenses: [state({ state: 'VT' })],
    to: 'VT',
    outcome: 'waits',
  },
  {
    what: 'Rx to a State where only our other warehouse has one',
    product: rx,
    licenses: [state({ state: 'ME' })],
    to: 'ME',
    outcome: 'waits',
  },
  {
    what: 'Rx to a State that suspended the warehouse that ships',
    product: rx,
    licenses: [state({ state: 'CT' })],
    to: 'CT',
    outcome: 'is refused',
  },
  {
    what: 'Rx to a State that suspended our other warehouse',
    product: rx,
    licenses: [state({ state: 'RI' })],
    to: 'RI',
    outcome: 'goes on',
  },
  { what: 'Rx to an unknown State', product: rx, licenses: [state()], to: 'Atlantis', outcome: 'waits' },
  { what: 'OTC without a license', product: otc, licenses: [], outcome: 'goes on' },
  {
    what: 'an unknown schedule',
    product: { ...rx, schedule_source: '' },
    licenses: [state(), dea()],
    outcome: 'is refused',
  },
  { what: 'Schedule II', product: of('CII'), licenses: [state(), dea(), controlled()], outcome: 'is refused' },
  ...(['CIII', 'CIV', 'CV'] as const).flatMap((schedule): Walk[] => [
    { what: `${schedule} with a registration`, product: of(schedule), licenses: [state(), dea()], outcome: 'goes on' },
    { what: `${schedule} without a registration`, product: of(schedule), licenses: [state()], outcome: 'waits' },
    { what: `${schedule} without a license`, product: of(schedule), licenses: [dea()], outcome: 'waits' },
    {
      what: `${schedule} with an expired registration`,
      product: of(schedule),
      licenses: [state(), dea(expired)],
      outcome: 'waits',
    },
    {
      what: `${schedule} with a registration that is being renewed`,
      product: of(schedule),
      licenses: [state(), dea(renewing)],
      outcome: 'goes on',
    },
    {
      what: `${schedule} with an unverified registration`,
      product: of(schedule),
      licenses: [state(), dea(unverified)],
      outcome: 'waits',
    },
    {
      what: `${schedule} with a suspended registration`,
      product: of(schedule),
      licenses: [state(), dea(suspended)],
      outcome: 'is refused',
    },
    {
      what: `${schedule} with a registration for Schedule II only`,
      product: of(schedule),
      licenses: [state(), dea({ schedules: ['2', '2N'] })],
      outcome: 'is refused',
    },
    {
      what: `${schedule} with a suspended registration of the State`,
      product: of(schedule),
      licenses: [state(), dea(), controlled(suspended)],
      outcome: 'is refused',
    },
    {
      what: `${schedule} with an expired registration of the State`,
      product: of(schedule),
      licenses: [state(), dea(), controlled(expired)],
      outcome: 'waits',
    },
  ]),
  {
    what: 'a narcotic of Schedule III with 3N only',
    product: of('CIII', { is_narcotic: true }),
    licenses: [state(), dea({ schedules: ['3N', '4', '5'] })],
    outcome: 'is refused',
  },
  {
    what: 'a non-narcotic of Schedule III with 3N only',
    product: of('CIII', { is_narcotic: false }),
    licenses: [state(), dea({ schedules: ['3N'] })],
    outcome: 'goes on',
  },
  {
    what: 'Schedule III of unknown kind with 3N only',
    product: of('CIII'),
    licenses: [state(), dea({ schedules: ['3N'] })],
    outcome: 'is refused',
  },
  {
    what: 'Schedule V of the State without a registration',
    product: gabatest,
    licenses: [state()],
    outcome: 'waits',
  },
  { what: 'Schedule V of the State with one', product: gabatest, licenses: [state(), dea()], outcome: 'goes on' },
  {
    what: 'Schedule V of another State',
    product: gabatest,
    licenses: [state({ state: 'NH' })],
    to: 'NH',
    outcome: 'goes on',
  },
  {
    what: 'IV that is III in the State, with IV only',
    product: of('CIV', { drug_family: 'familytest' }),
    licenses: [state(), dea({ schedules: ['4'] })],
    outcome: 'is refused',
  },
  {
    what: 'Schedule II of the State',
    product: { ...rx, generic_name: 'Twotest' },
    licenses: [state(), dea()],
    outcome: 'is refused',
  },
  {
    what: 'Schedule V of the State from tomorrow',
    product: { ...rx, generic_name: 'Latertest' },
    licenses: [state()],
    outcome: 'goes on',
  },
  {
    what: 'List I without a registration',
    product: { ...otc, is_list_one: true },
    licenses: [state()],
    outcome: 'waits',
  },
  { what: 'List I with one', product: { ...otc, is_list_one: true }, licenses: [listOne()], outcome: 'goes on' },
  {
    what: 'List I with a suspended one',
    product: { ...otc, is_list_one: true },
    licenses: [listOne(suspended)],
    outcome: 'is refused',
  },
]

const quantity = walkedQuantity
const send = (as: TestUser, url: string, payload: object) => portal.send({ method: 'POST', url, payload, as })
const ways = orderingWays(portal, { admin, rep })

const businessWith = async (granted: readonly License[], to = 'MA'): Promise<OrderingBusiness> => {
  const manager = await portal.addUser({ buying_role: 'manager', shipto_state: to })
  const buyer = await portal.addUser({ business_id: manager.businessId, buying_role: 'buyer' })
  await db.insertInto('approval_rules').values({ business_id: manager.businessId, over_amount: 500 }).execute()
  await give(manager.businessId, granted)
  return { manager, buyer, state: to }
}

for (const walk of walks) {
  const { what, product: facts, licenses: granted, to, outcome } = walk
  it(`${what}: every order of it ${outcome}`, async () => {
    const business = await businessWith(granted, to)
    const product = await addProduct({ ...facts, count_in_stock: 1_000 })
    for (const [name, order] of Object.entries(ways).slice(0, isLikeScheduleThree(walk) ? 1 : undefined)) {
      const found = await order(business, { _id: product, quantity })
      assert.equal(found === 'is not let through' && outcome !== 'goes on' ? outcome : found, outcome, name)
    }
  })
}

it('every call that can bring lines into an order is walked, or says why it needs not be', () => {
  const calls = portal.endpoints
    .filter(({ method, path }) => method !== 'GET' && !otherRecords.has(path.split('/')[2] ?? ''))
    .map(({ method, path }) => `${method} ${path}`)
  const named = [...Object.keys(walkedRoutes), ...Object.keys(harmlessRoutes)]
  assert.deepEqual(
    calls.filter((each) => !named.includes(each)),
    [],
    'walk it in testing-ways.ts, or say why it lets no line through',
  )
  const known = portal.endpoints.map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(
    named.filter((each) => !known.some((one) => one === each)),
    [],
  )
  assert.deepEqual(
    [...new Set(Object.values(walkedRoutes))].filter((way) => !Object.hasOwn(ways, way)),
    [],
  )
})

describe('a product that is never sold here', () => {
  const never: [what: string, product: Partial<NewProduct>, why: string][] = [
    ['Schedule II', of('CII'), scheduleTwo],
    ['an unknown schedule', { ...rx, schedule_source: '' }, scheduleUnknown],
  ]
  for (const [what, facts, why] of never)
    it(`with ${what} is refused before it is ordered, wherever it is shown`, async () => {
      const { manager: as } = await businessWith([state(), dea()])
      const _id = await addProduct({ ...facts, count_in_stock: 1_000 })
      const { slug } = await db.selectFrom('product').select('slug').where('id', '=', _id).executeTakeFirstOrThrow()
      const shown = (await call(catalog.bySlug, { params: { slug }, as })).body
      assert.equal(orderBlock(shown), why, 'product page')
      assert.equal(moreOf(emptyCart, { ...shown, price: 10 }, 1), `${shown.name}: ${why}`, 'Add to cart')

      const checked = (await call(quickOrder.check, { body: { lines: [{ code: slug, quantity: 1 }] }, as })).body
      assert.deepEqual([checked.lines[0]?.available, checked.lines[0]?.reason], [0, why], 'quick order')
      assert.equal(checked.products[0] && orderBlock(checked.products[0]), why, 'rows of the catalog')

      const cart = (await call(carts.change, { body: { lines: [{ _id, quantity: 1 }] }, as })).body
      assert.equal(cart.lines[0] && lineBlock(cart.lines[0]), why, 'cart')
      const guest = (await call(carts.look, { body: { ids: [_id] } })).body
      assert.equal(guest[0] && orderBlock(guest[0]), why, 'a visitor’s cart')

      const guide = await call(orderGuides.make, {
        body: { name: 'Guide', lines: [{ productId: _id, quantity: 1 }] },
        as,
      })
      const { products } = (await call(orderGuides.byId, { params: { id: guide.body._id }, as })).body
      assert.equal(products[0] && orderBlock(products[0]), why, 'order guide')

      const sold = await addProduct({ ...rx, count_in_stock: 1_000 })
      const placed = await send(as, '/api/orders', orderOf([{ _id: sold, quantity: 1 }], await codeFor(as)))
      const { _id: id } = placed.body.order as { _id: string }
      await db.updateTable('order_line').set({ product_id: _id }).where('order_id', '=', id).execute()
      const [again] = (await call(orders.reorder, { params: { id }, query: {}, as })).body
      assert.equal(again && orderBlock(again), why, 'reorder')
    })
})

describe('a license that changes while a request waits', () => {
  const asked = async (granted: readonly License[]) => {
    const business = await businessWith(granted)
    const product = await addProduct({ ...of('CIV'), count_in_stock: 1_000 })
    const lines = [{ _id: product, quantity }]
    const { body } = await send(business.buyer, '/api/orders', orderOf(lines, await codeFor(business.buyer)))
    const { _id: id } = body.approval as { _id: string }
    const approve = () =>
      call(approvals.approve, {
        params: { id },
        body: { lines: lines.map((line) => ({ ...line, price: 10 })) },
        as: business.manager,
      })
    const recorded = (await call(licenses.list, { query: { forUser: business.buyer._id }, as: admin })).body
    return { id, approve, registration: recorded.find(({ kind }) => kind === 'dea') }
  }

  it('is checked when it is approved, and the request stays', async () => {
    const { approve, registration } = await asked([state(), dea()])
    const { _id: id = '', __v = 1 } = registration ?? {}
    const ended = await call(licenses.suspend, { params: { id }, body: { __v, why: 'DEA order' }, as: admin })
    assert.equal(ended.status, 200)
    const refused = await approve()
    assert.equal(refused.status, 409)
    assert.match(JSON.stringify(refused.body), /The DEA registration of the ship-to address is suspended\./)
  })
})
