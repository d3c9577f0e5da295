import { addProducts } from '#catalog/add-products.ts'
import { orders } from '#orders/contract.ts'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { compactSales } from '#reports/compact-sales.ts'
import { cancelOrder, importOrder } from '#reports/testing-sales.ts'
import { dayAfter, businessDay } from '#shared/business-day.ts'
import type { TestPortal, TestUser } from './testing.ts'
import type { TilePeople } from './testing-tiles.ts'
import { newId } from '#platform/db/new-id.ts'

const ordersMade = 260
const invoicesMade = 160
const dayLong = 86_400_000

/**
 * Random trade of more than a year: deletions, full and partial cancellations, credit memos, and orders near midnight.
 */
export const tradeForAYear = async (portal: TestPortal, next: () => number): Promise<TilePeople> => {
  const chance = chanceFrom(next)
  const { db } = portal
  const admin = await portal.addUser({ is_admin: true })
  const rep = await portal.addUser({ is_sales_rep: true })
  const buyers = await customersOf(portal)
  const products = await productsOf(portal, chance)
  const placed: string[] = []
  for (let made = 0; made < ordersMade; made++) {
    const buyer = chance.isOneOf(8) ? null : chance.of(buyers)
    const lines = Array.from({ length: chance.upTo(4) }, () => ({
      product: chance.of(products),
      quantity: chance.upTo(20),
      price: chance.upTo(9_999) / 100,
    }))
    const isExported = !chance.isOneOf(4)
    const id = await importOrder(db, buyer, lines, {
      created_at: momentOf(portal, chance),
      placed_by: buyer && (chance.isOneOf(3) ? rep._id : buyer._id),
      bill_to_party_id: buyer ? '' : chance.of(['770077', '880088']),
      ship_region: chance.of([
        'MA',
        'Mass.',
        'maine',
        'ME',
        'VT',
        'NY',
        'new york',
        'CT',
        'N.J.',
        'NJ',
        'Atlantis',
        '',
      ]),
      erp_created: buyer === null,
      ...(isExported
        ? { erp_id: String(600_000 + made), erp_state: 'linked', erp_status: chance.of(['1', '2', '3', null]) }
        : { erp_state: chance.of(['waiting', 'held', 'rejected', 'conflict', 'unknown'] as const) }),
    })
    placed.push(id)
    if (chance.isOneOf(6)) await cancelOrder(db, id, { pieces: chance.upTo(3) })
    if (chance.isOneOf(9)) await cancelOrder(db, id, { isCancelled: true })
    // Compacts some of the sums and leaves others pending.
    if (made === ordersMade / 2) await compactSales(db)
  }
  await deleteSome(portal, admin, placed)
  await compactSales(db)
  await billFor(portal, chance)
  return { admin, buyer: buyers[0] ?? admin, rep }
}

const chanceFrom = (next: () => number) => {
  const upTo = (most: number): number => 1 + Math.floor(next() * most)
  return {
    upTo,
    isOneOf: (many: number): boolean => upTo(many) === 1,
    of: <T>(choices: readonly T[]): T => choices[upTo(choices.length) - 1] as T,
  }
}
type Chance = ReturnType<typeof chanceFrom>

/**
 * Edge cases: a name that begins like another, no account number, two people; licenses that are expiring, expired or
 * unknown.
 */
const customersOf = async ({ addUser, config }: TestPortal): Promise<TestUser[]> => {
  const today = businessDay(config.BUSINESS_TIME_ZONE)
  const elm = await addUser({ company_name: 'Elm', account_number: '7700', license_expiry_date: dayAfter(today, 400) })
  const colleague = await addUser({ business_id: elm.businessId, name: 'Ada' })
  const longer = await addUser({
    company_name: 'Elm Street Pharmacy',
    account_number: '77001',
    license_expiry_date: dayAfter(today, 30),
  })
  const bare = await addUser({ company_name: 'Oak', account_number: '', license_expiry_date: dayAfter(today, -1) })
  const unknown = await addUser({ company_name: 'Ash', license_expiry_date: null })
  await addUser({ company_name: 'Elder', is_active: false, license_expiry_date: dayAfter(today, 3) })
  const waiting = await addUser({ company_name: 'Fir', is_active: false })
  await addUser({ business_id: waiting.businessId, is_active: false, name: 'Second' })
  await addUser({ business_id: elm.businessId, is_active: false, deactivated_by: colleague._id, name: 'Left' })
  return [elm, colleague, longer, bare, unknown]
}

const productsOf = async ({ db }: TestPortal, chance: Chance) => {
  const facts = Array.from({ length: 14 }, (_, at) => ({
    name: `Product ${at}`,
    ndc_number: `P-${at}`,
    is_item_number: true,
    price: 10,
    is_published: at !== 3,
    is_non_stocked: at === 4,
    count_in_stock: at % 2 === 0 ? 0 : chance.upTo(50),
  }))
  const added = await addProducts(db, facts)
  // Out of stock and never ordered.
  await addProducts(db, [{ name: 'Unwanted', ndc_number: 'U-1', is_item_number: true, is_published: true }])
  return added.map(({ _id }, at) => ({ _id, ndc: `P-${at}` }))
}

/** Within the last fourteen months, one in three near the business's midnight, and some this month. */
const momentOf = ({ config }: TestPortal, chance: Chance): Date => {
  const now = Date.now()
  const at = new Date(now - chance.upTo(chance.isOneOf(4) ? 28 : 420) * dayLong - chance.upTo(dayLong))
  if (!chance.isOneOf(3)) return at
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: config.BUSINESS_TIME_ZONE,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const [hours = 0, minutes = 0] = clock.format(at).split(':').map(Number)
  return new Date(at.getTime() - (hours * 60 + minutes - chance.of([-3, -1, 0, 2])) * 60_000)
}

/** Deletes through the portal like an admin; orders in the ERP are refused and stay. */
const deleteSome = async (portal: TestPortal, admin: TestUser, placed: readonly string[]) => {
  const statuses = new Set<number>()
  for (const id of placed.filter((_, at) => at % 5 === 0)) {
    const { status } = await portal.call(orders.remove, { params: { id }, query: { reason: 'Recalled' }, as: admin })
    statuses.add(status)
  }
  if (!statuses.has(200)) throw new Error(`No order was deleted: ${[...statuses].join(', ')}.`)
}

const billFor = async ({ db, config }: TestPortal, chance: Chance) => {
  const today = businessDay(config.BUSINESS_TIME_ZONE)
  for (let made = 0; made < invoicesMade; made++) {
    const is_credit = chance.isOneOf(8)
    const gross = (chance.upTo(99_999) / 100) * (is_credit ? -1 : 1)
    const date = dayAfter(today, -chance.upTo(420))
    const open = chance.of([null, 0, gross, Math.round(gross * 50) / 100])
    await addInvoice(db, {
      id: newId().slice(-20),
      party_id: chance.of(['7700', '77001', '880088']),
      invoice_date: date,
      due_date: chance.isOneOf(9) ? null : dayAfter(date, chance.of([0, 14, 30, 60, 400])),
      erp_created_at: new Date(Date.parse(date) + chance.upTo(dayLong)),
      release_status_code: chance.isOneOf(10) ? '1' : '3',
      total_net_amount: gross,
      total_gross_amount: gross,
      currency_code: chance.isOneOf(6) ? 'EUR' : 'USD',
      open_amount: open,
      open_amount_at: open === null ? null : new Date(),
      is_credit,
      is_cancellation: chance.isOneOf(15),
      cancelled_by: chance.isOneOf(15) ? `C${made}` : null,
    })
  }
}
