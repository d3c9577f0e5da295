import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { relateProducts } from '#reordering/habits/relate-products.ts'
import { compactSales } from './compact-sales.ts'
import { reports } from './contract.ts'
import { startDashboard } from './testing-dashboard.ts'
import { changeSale, deleteSale } from './testing-sales.ts'

const { portal, order, named, mine } = await startDashboard()
const { db, call } = portal

describe('suggestions', () => {
  it('come from at least five businesses with the same regular products', async () => {
    const shared = await named('Shared regular')
    const common = await named('Common companion')
    const rare = await named('Canary of one business')
    const four = await named('Companion of four')
    const soldOut = await named('Sold-out companion', { count_in_stock: 0 })
    const draft = await named('Draft companion', { is_published: false })
    const businesses = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        portal.addUser({ account_number: `88000${at}`, company_name: `Canary Company ${at}` }),
      ),
    )
    // Two users of one business count as one business.
    const colleague = await portal.addUser({ account_number: '0000880000' })
    for (const [at, user] of [...businesses, colleague].entries())
      for (const days of [5, 25, 45]) {
        const extra = [at === 0 && rare, (at < 4 || user === colleague) && four].filter((id) => id !== false)
        await order(user, [shared, common, soldOut, draft, ...extra], days)
      }
    await relateProducts(db)

    const viewer = await portal.addUser({ account_number: '990001' })
    assert.deepEqual((await mine(viewer)).products, [], 'nothing is known yet')
    await order(viewer, [shared], 2)
    assert.deepEqual((await mine(viewer)).products, [], 'once is not regularly')
    await order(viewer, [shared], 1)
    const { body, raw } = await call(reports.mySummary, { params: { id: viewer._id }, as: viewer })
    assert.deepEqual(
      body.products.map(({ name, reason }) => [name, reason]),
      [['Common companion', 'Customers who regularly order Shared regular also order this.']],
    )
    assert.doesNotMatch(raw.body, /canary/i)
    for (const { _id, email } of businesses) assert.ok(!raw.body.includes(_id) && !raw.body.includes(email))
  })

  it('include products due for reorder, at the customer’s price', async () => {
    const customer = await portal.addUser()
    const due = await named('Due again')
    const fresh = await named('Just bought')
    await db
      .insertInto('contract_price')
      .values({ product_id: due, business_id: customer.businessId, list: 'general', price: 8.4 })
      .execute()
    const other = await portal.addUser()
    await db
      .insertInto('contract_price')
      .values({ product_id: due, business_id: other.businessId, list: 'general', price: 1.11 })
      .execute()
    for (const days of [70, 50, 30]) await order(customer, [due], days)
    for (const days of [41, 21, 1]) await order(customer, [fresh], days)
    const { due: dueNow, products, buyAgain } = await mine(customer)
    assert.deepEqual(
      dueNow.map(({ name, customPricingList, usualDays, lastQuantity, lastAt }) => [
        name,
        customPricingList.map(({ price }) => price),
        usualDays,
        lastQuantity,
        lastAt.slice(0, 10),
      ]),
      [['Due again', [8.4], 20, 6, portal.day(-30)]],
    )
    assert.deepEqual(products, [])
    assert.deepEqual(
      buyAgain.map(({ name, orders, lastQuantity }) => [name, orders, lastQuantity]),
      [['Just bought', 3, 6]],
    )
  })
})

describe('cached habits', () => {
  const namesOf = (list: { name: string }[]) => list.map(({ name }) => name)

  it('survive compaction and reflect every order, change and deletion immediately', async () => {
    const customer = await portal.addUser()
    const [one, two] = [await named('Kept one'), await named('Kept two')]
    const bought = async () => namesOf((await mine(customer)).buyAgain).toSorted()
    await order(customer, [one, two], 3)
    assert.deepEqual(await bought(), [])
    const latest = await order(customer, [one, two], 2)
    assert.deepEqual(await bought(), ['Kept one', 'Kept two'])
    const made = await mine(customer)
    await compactSales(db)
    assert.deepEqual(await mine(customer), made)
    await changeSale(db, latest, [{ product: { _id: one }, quantity: 3, price: 10 }])
    assert.deepEqual(await bought(), ['Kept one'])
    assert.equal((await mine(customer)).buyAgain[0]?.lastQuantity, 3)
    await deleteSale(db, latest)
    assert.deepEqual(await bought(), [])
  })

  it('pick up newly related products without a new order', async () => {
    const [regular, companion] = [await named('Kept regular'), await named('Kept companion')]
    const viewer = await portal.addUser({ account_number: '771001' })
    for (const days of [3, 2]) await order(viewer, [regular], days)
    assert.deepEqual((await mine(viewer)).products, [])
    for (let at = 0; at < 5; at++) {
      const other = await portal.addUser({ account_number: `77000${at}` })
      for (const days of [5, 25]) await order(other, [regular, companion], days)
    }
    assert.deepEqual((await mine(viewer)).products, [])
    await relateProducts(db)
    assert.deepEqual(namesOf((await mine(viewer)).products), ['Kept companion'])
    await db.updateTable('product').set({ is_published: false }).where('id', '=', companion).execute()
    assert.deepEqual((await mine(viewer)).products, [], 'products no longer sold are not offered')
  })
})

describe('suggestions by license', () => {
  it('come from five businesses with the same license type, also for new customers', async () => {
    const usual = await named('Usual for vets')
    const seldom = await named('Seldom for vets')
    for (let at = 0; at < 5; at++) {
      const vet = await portal.addUser({ license_type: 'Veterinarian', account_number: `66000${at}` })
      await order(vet, at < 4 ? [usual, seldom] : [usual], 3)
    }
    await relateProducts(db)
    const newcomer = await portal.addUser({ license_type: 'Veterinarian', account_number: '660009' })
    assert.deepEqual(
      (await mine(newcomer)).products.map(({ name, reason }) => [name, reason]),
      [['Usual for vets', 'Many customers with your kind of license (Veterinarian) order this.']],
    )
    assert.deepEqual((await mine(await portal.addUser({ license_type: 'Dentist' }))).products, [])
  })
})
