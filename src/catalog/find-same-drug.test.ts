import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { users } from '#customers/contract.ts'
import { addProducts, type NewProduct } from './add-products.ts'
import { catalog } from './contract.ts'

const portal = await startTestPortal()
const tablet = (name: string, facts: Partial<NewProduct> = {}): NewProduct => ({
  name,
  generic_name: 'Sertraline Hydrochloride',
  brand: 'Sertraline',
  manufacturer: 'Lupin',
  strength: '50 mg',
  dosage_form: 'Tablet',
  route: 'Oral',
  price: 10,
  count_in_stock: 5,
  is_published: true,
  ...facts,
})

const added = await addProducts(portal.db, [
  tablet('Asked for'),
  tablet('Larger pack', { pack_quantity: 500, pack_unit: 'EA' }),
  tablet('Brand', { brand: 'Zoloft', manufacturer: 'Pfizer', generic_name: 'SERTRALINE hydrochloride' }),
  tablet('Coated, sold out', { manufacturer: 'Teva', dosage_form: 'Tablet, Film Coated', count_in_stock: 0 }),
  tablet('Stronger', { strength: '100 mg' }),
  tablet('Slow', { dosage_form: 'Tablet, Extended Release' }),
  tablet('Other route', { route: 'Sublingual' }),
  tablet('Other drug', { generic_name: 'Sertindole' }),
  tablet('Strength not said', { manufacturer: 'Teva', strength: '' }),
  tablet('Draft', { manufacturer: 'Teva', is_published: false }),
  tablet('Weakest', { strength: '12.5 mg' }),
  tablet('Strongest, cheap', { strength: '1,000 mg', price: 4 }),
  tablet('Strongest', { strength: '1 g' }),
  tablet('Draft on special order', { manufacturer: 'Teva', is_published: false, is_non_stocked: true }),
])
const admin = await portal.addUser({ is_admin: true })
const idOf = (at: number) => added[at]?._id ?? ''
const ask = (at: number, as = null as typeof admin | null) =>
  portal.call(catalog.sameDrug, { params: { id: idOf(at) }, as })
const names = async (at: number) => {
  const { body } = await ask(at)
  return [body.packs, body.makers, body.strengths].map((part) => part.map(({ name }) => name))
}

test('packs, makers and strengths of the same drug, form and route, by strength and price', async () => {
  assert.deepEqual(await names(0), [
    ['Larger pack'],
    ['Brand', 'Coated, sold out'],
    ['Weakest', 'Stronger', 'Strongest, cheap', 'Strongest'],
  ])
})

test('products with unknown facts have no related products', async () => {
  assert.deepEqual(await names(8), [[], [], []])
})

test('only admins see the same drug of a draft', async () => {
  assert.equal((await ask(9)).status, 404)
  assert.equal((await ask(9, admin)).status, 200)
  assert.equal(
    (await portal.call(catalog.sameDrug, { params: { id: '0190a000-0000-7000-8000-000000000000' } })).status,
    404,
  )
})

const offersFor = async (at: number[], as: typeof admin) => {
  const { status, body } = await portal.call(catalog.equivalents, { body: { ids: at.map(idOf) }, as })
  assert.equal(status, 200)
  const nameOf = (id: string) => body.products.find(({ _id }) => _id === id)?.name
  return { ...body, offers: at.map((one) => body.offers[idOf(one)]?.map(nameOf) ?? []) }
}

test('a product on hold, such as a recalled one, is no equivalent', async () => {
  const setHold = (is_on_hold: boolean) =>
    portal.db.updateTable('product').set({ is_on_hold }).where('id', '=', idOf(2)).execute()
  await setHold(true)
  const { offers } = await offersFor([0], admin)
  assert.equal(offers[0]?.includes('Brand'), false)
  await setHold(false)
  assert.equal((await offersFor([0], admin)).offers[0]?.includes('Brand'), true)
})

test('in-stock equivalents are found for several products at a time', async () => {
  const buyer = await portal.addUser()
  const { offers, refusedFor } = await offersFor([3, 4, 8], buyer)
  assert.deepEqual(offers[0]?.toSorted(), ['Asked for', 'Brand', 'Larger pack'])
  assert.deepEqual([offers[1], offers[2], refusedFor], [[], [], ''])
  const none = await portal.call(catalog.equivalents, { body: { ids: [] }, as: buyer })
  assert.deepEqual(none.body.offers, {})
})

test('a business that turned off equivalents gets none, with the reason', async () => {
  const buyer = await portal.addUser()
  const [params, reason] = [{ id: buyer._id }, 'The formulary names the maker']
  const change = (refusedFor: string, as = admin) =>
    portal.call(users.changeEquivalents, { params, body: { refusedFor }, as })
  assert.equal((await change(reason, buyer)).status, 403)
  assert.equal((await change(reason)).status, 200)
  assert.equal((await portal.call(users.equivalents, { params, as: admin })).body.refusedFor, reason)
  const colleague = await portal.addUser({ business_id: buyer.businessId })
  assert.deepEqual(await offersFor([3], colleague), { refusedFor: reason, offers: [[]], products: [] })
  const { body } = await ask(3, buyer)
  assert.deepEqual([body.makers, body.refusedFor], [[], reason])
  const audited = await portal.db
    .selectFrom('audit_entry')
    .select('after')
    .where('entity_id', '=', buyer.businessId)
    .where('action', '=', 'equivalents changed')
    .execute()
  assert.deepEqual(audited, [{ after: { refusedFor: reason } }])
  assert.equal((await change('')).status, 200)
  assert.equal((await offersFor([3], buyer)).offers[0]?.length, 3)
})
