import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { addProducts } from '../src/catalog/add-products.ts'
import { picturePath } from './pictures/serve-pictures.ts'
import { queueExport } from '#orders/queue-export.ts'
import { countOrders } from '#reports/count-orders.ts'
import { addBilledAccounts } from '../src/customers/business/billed-accounts.ts'
import { addBusiness, type BusinessFacts } from '../src/customers/business/write-business.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db, NewRow, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { type DemoBusiness, demoStaff, pendingBusiness } from './businesses.ts'
import type { DemoInvoice, DemoOrder } from './history-shapes.ts'
import type { DemoProduct } from './products.ts'
import { incompletePerson, demoName, buyersOf, type Seeded } from './seed-people.ts'
import { seedDates } from './seed-dates.ts'
import { seedDelivery } from './seed-delivery.ts'
import { seedGuides } from './seed-guides.ts'
import { seedOpinions } from './seed-opinions.ts'
import { seedAllocations, seedVisibility } from './seed-limits.ts'
import { seedLicenses } from './seed-licenses.ts'
import { seedLists } from './seed-lists.ts'
import { seedPurchasing } from './seed-purchasing.ts'
import { seedReturns } from './seed-returns.ts'
import { seedShipTos } from './seed-ship-tos.ts'
import { seedRecalls } from './seed-recalls.ts'
import { seedMonitoring } from './seed-monitoring.ts'
import { seedTrace } from './seed-trace.ts'

interface Demonstration {
  products: readonly DemoProduct[]
  businesses: readonly DemoBusiness[]
  orders: readonly DemoOrder[]
  invoices: readonly DemoInvoice[]
  passwordHash: string
}

interface Known {
  userByEmail: Map<string, string>
  businessByEmail: Map<string, string>
  productByNdc: Map<string, DemoProduct & { id: string }>
  orderByErpId: Map<string, string>
}

const day = 86_400_000
const rowsPerStatement = 1_000

/** Fills an empty database with the whole demo in one transaction. */
export const seedDemo = (db: Db, demonstration: Demonstration): Promise<void> =>
  transaction(db, async (tx) => {
    const known: Known = {
      userByEmail: new Map(),
      businessByEmail: new Map(),
      productByNdc: new Map(),
      orderByErpId: new Map(),
    }
    await seedAccounts(tx, demonstration, known)
    await seedProducts(tx, demonstration.products, known)
    await seedPrices(tx, known)
    const { hospitals } = await seedLists(tx, {
      buyers: contractBuyers.map((email) => known.businessByEmail.get(email) ?? ''),
      accountsOf: (trade) =>
        demonstration.businesses.filter((business) => business.trade === trade).map(({ accountID }) => accountID),
    })
    await seedOrders(tx, demonstration.orders, known)
    await seedGuides(tx)
    // The second buyer starts without favorites and reviews.
    await seedOpinions(tx, known.userByEmail.get('buyer2@demo.example') ?? newId())
    if (demonstration.products.length > 0) await seedDelivery(tx)
    await seedInvoices(tx, demonstration.invoices, known)
    await seedHospital(tx, demonstration, known)
    await seedVisibility(tx, hospitals)
    const idOf = (email = '') => known.businessByEmail.get(email)
    const [oneBefore, last] = demonstration.businesses.slice(-2)
    await seedLicenses(tx, {
      verified: [...contractBuyers, hospitalManager].flatMap((email) => idOf(email) ?? []),
      expired: idOf(last?.email),
      expiring: idOf(oneBefore?.email),
      verifiedBy: known.userByEmail.get('admin@demo.example') ?? newId(),
    })
    await seedDates(tx)
    await seedTrace(tx, 'buyer@demo.example')
    await seedReturns(tx, 'buyer@demo.example')
    await seedRecalls(tx, 'buyer@demo.example', 'admin@demo.example')
    const adminId = known.userByEmail.get('admin@demo.example')
    if (adminId)
      await seedMonitoring(
        tx,
        adminId,
        contractBuyers.map((email) => known.businessByEmail.get(email) ?? newId()),
      )
    const { orders, invoices } = demonstration
    await addBilledAccounts(tx, [...orders.map((one) => one.accountID), ...invoices.map((one) => one.partyID1)])
  })

/** The hospital of manager@demo.example uses every feature for larger businesses. */
const seedHospital = async (
  tx: Tx,
  { businesses, orders }: Demonstration,
  { userByEmail, businessByEmail }: Known,
): Promise<void> => {
  // Without a history nothing is spent or usual.
  if (orders.length === 0) return
  const business = businesses.find(({ colleagues }) => colleagues.some(({ email }) => email === hospitalManager))
  const businessId = businessByEmail.get(hospitalManager)
  if (!business || !businessId) return
  const idOf = (email = '') => userByEmail.get(email) ?? ''
  const [buyerId, managerId] = [idOf(business.email), idOf(hospitalManager)]
  const approverId = idOf(business.colleagues.find(({ role }) => role === 'approver')?.email)
  await seedPurchasing(tx, { businessId, buyerId, managerId, approverId })
  await seedAllocations(tx, businessId)
  await seedShipTos(tx, { business, businessId, proposedBy: buyerId, verifiedBy: idOf('admin@demo.example') })
}

const hospitalManager = 'manager@demo.example'

const inBatches = async <T>(rows: readonly T[], insert: (batch: T[]) => Promise<unknown>): Promise<void> => {
  for (let start = 0; start < rows.length; start += rowsPerStatement)
    await insert(rows.slice(start, start + rowsPerStatement))
}

const seedAccounts = async (
  tx: Tx,
  { businesses, passwordHash }: Demonstration,
  { userByEmail, businessByEmail }: Known,
): Promise<void> => {
  const people: Seeded[] = [
    ...[...businesses, pendingBusiness()].flatMap(buyersOf),
    incompletePerson(),
    ...demoStaff.map((person) => ({
      facts: { company_name: person.companyName, account_number: person.accountID },
      person: {
        ...demoName(person),
        is_admin: person.isAdmin,
        is_sales_rep: person.isSalesRep,
        is_read_only: person.isReadOnly,
        is_active: true,
      },
    })),
  ]
  const ofBusiness = new Map<BusinessFacts, string>()
  for (const { facts, person } of people) {
    const id = newId()
    const status = person.is_active ? ('active' as const) : ('requested' as const)
    const business_id = ofBusiness.get(facts) ?? (await addBusiness(tx, { ...facts, status }))
    ofBusiness.set(facts, business_id)
    await tx
      .insertInto('user_account')
      .values({ ...person, id, business_id, password_hash: passwordHash, is_demo: true, email_proven_at: new Date() })
      .execute()
    userByEmail.set(person.email, id)
    businessByEmail.set(person.email, business_id)
  }
  await tx
    .updateTable('business')
    .set({ manages_people: true })
    .where('id', 'in', (eb) => eb.selectFrom('user_account').select('business_id').where('buying_role', '=', 'manager'))
    .execute()
}

const seedProducts = async (tx: Tx, products: readonly DemoProduct[], { productByNdc }: Known): Promise<void> => {
  const added = await addProducts(
    tx,
    products.map((product) => ({
      name: product.name,
      ndc_number: product.ndcNumber,
      is_item_number: product.dummyNDC,
      manufacturer: product.manufacturer,
      generic_name: product.generic,
      brand: product.brand,
      category: product.category,
      description: product.description,
      image: pictureOf(product),
      price: product.price,
      count_in_stock: product.countInStock,
      unit_of_measure: product.unitOfMeasure,
      is_non_stocked: product.isNonStocked,
      cold_status: product.coldStatus,
      strength: product.strength,
      dosage_form: product.form,
      route: product.route,
      pack_size: product.package,
      pack_quantity: product.packQuantity,
      pack_unit: product.packUnit,
      dea_schedule: product.dea,
      dispensing: product.rxOtc,
      schedule_source: 'demo catalog',
      is_published: product.isPublished,
      created_at: listedAt(product),
    })),
  )
  products.forEach((product, index) => productByNdc.set(product.ndcNumber, { ...product, id: added[index]?._id ?? '' }))
}

const pictureOf = ({ pictureKind, pictureColor }: DemoProduct): string => picturePath(pictureKind, pictureColor)

const chance = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

/** Spread over the last two years, so that the newest products are of different manufacturers. */
const listedAt = ({ ndcNumber }: DemoProduct): Date =>
  new Date(Date.now() - (1 + chance(`listed:${ndcNumber}`) * 700) * day)

const contractBuyers = ['buyer@demo.example', 'buyer2@demo.example']
const shareUnderContract = 0.08
const contractFactor = 0.9

/** The businesses of the demo buyers have different contract prices for some products. */
const seedPrices = async (tx: Tx, { businessByEmail, productByNdc }: Known): Promise<void> => {
  const rows = contractBuyers.flatMap((email) =>
    [...productByNdc.values()]
      .filter(
        ({ ndcNumber, isPublished }) => isPublished && chance(`contract:${email}:${ndcNumber}`) < shareUnderContract,
      )
      .map(({ id, price }) => ({
        product_id: id,
        business_id: businessByEmail.get(email) ?? '',
        list: 'general' as const,
        price: Math.round(price * contractFactor * 100) / 100,
      })),
  )
  await inBatches(rows, (batch) => tx.insertInto('contract_price').values(batch).execute())
}

const seedOrders = async (tx: Tx, orders: readonly DemoOrder[], known: Known): Promise<void> => {
  const withIds = orders.map((order) => ({ order, id: newId() }))
  for (const { order, id } of withIds) if (order.orderIdSap) known.orderByErpId.set(order.orderIdSap, id)
  await inBatches(withIds, (batch) =>
    tx
      .insertInto('sales_order')
      .values(batch.map(({ order, id }) => orderRow(order, id, known)))
      .execute(),
  )
  const lines = withIds.flatMap(({ order, id }) => lineRows(order, id, known))
  await inBatches(lines, (batch) => tx.insertInto('order_line').values(batch).execute())
  await countOrders(
    tx,
    withIds.map(({ id }) => id),
    1,
  )
  // The newest orders have not been exported yet; the simulator will number them like any other.
  for (const { order, id } of withIds) if (!order.orderIdSap) await queueExport(tx, id)
}

const orderRow = (order: DemoOrder, id: string, { userByEmail, businessByEmail }: Known): NewRow<'sales_order'> => {
  const customer = userByEmail.get(order.customerEmail) ?? null
  return {
    id,
    business_id: businessByEmail.get(order.customerEmail) ?? null,
    user_id: customer,
    placed_by: order.orderFromSAP ? null : (userByEmail.get(order.placedByEmail) ?? customer),
    ship_full_name: order.shippingAddress.fullName,
    ship_address: order.shippingAddress.address,
    ship_city: order.shippingAddress.city,
    ship_postal_code: order.shippingAddress.postalCode,
    ship_country: order.shippingAddress.country,
    ship_region: order.shippingAddress.region,
    payment_method: order.paymentMethod,
    shipping_method: order.shippingMethod,
    purchase_order: order.purchaseOrder,
    items_price: order.itemsCents / 100,
    total_price: order.totalCents / 100,
    line_count: order.orderItems.length,
    is_paid: order.isPaid,
    paid_at: order.paidAt,
    ...datesOf(order),
    is_delivered: order.isDelivered,
    delivered_at: order.deliveredAt,
    erp_status: order.orderIdSap ? order.orderStatusSap : null,
    tracking_code: order.trackingCode,
    is_cancelled: order.isCanceled,
    cancelled_at: order.isCanceled ? new Date(Date.parse(order.createdAt) + day) : null,
    erp_created: order.orderFromSAP,
    bill_to_party_id: order.accountID,
    created_at: order.createdAt,
    erp_state: order.orderIdSap ? 'linked' : 'waiting',
    erp_reference: order.externalReference || `ERP-${order.orderIdSap}`,
    erp_id: order.orderIdSap || null,
  }
}

const minute = 60_000

/** What the portal would have noted while the order went through its stages. */
const datesOf = ({ createdAt, shippedAt, orderIdSap, orderFromSAP }: DemoOrder) => {
  const placed = Date.parse(createdAt)
  const shipped = shippedAt && Date.parse(shippedAt)
  const isNumbered = orderIdSap !== '' && !orderFromSAP
  return {
    erp_intent_at: isNumbered ? new Date(placed + minute) : null,
    numbered_at: isNumbered ? new Date(placed + 2 * minute) : null,
    released_at: shipped ? new Date((placed + shipped) / 2) : null,
    shipped_at: shippedAt,
  }
}

const lineRows = (order: DemoOrder, orderId: string, { productByNdc }: Known): NewRow<'order_line'>[] =>
  order.orderItems.map((line, index) => {
    const product = productByNdc.get(line.ndcNumber)
    return {
      order_id: orderId,
      line_no: index + 1,
      product_id: product?.id ?? null,
      name: line.name,
      slug: line.ndcNumber,
      image: product ? pictureOf(product) : '',
      unit_of_measure: product?.unitOfMeasure ?? '',
      quantity: line.quantity,
      price: line.priceCents / 100,
      is_non_stocked: product?.isNonStocked ?? false,
      ship_method: product?.coldStatus ? 'FEDEX PRIORITY OVERNIGHT' : order.shippingMethod,
    }
  })

const seedInvoices = async (tx: Tx, invoices: readonly DemoInvoice[], { orderByErpId }: Known): Promise<void> => {
  const rows = invoices.map((invoice) => ({
    id: invoice.invoiceID,
    order_id: orderByErpId.get(invoice.orderIdSap) ?? null,
    party_id: invoice.partyID1,
    buyer_party_id: invoice.buyerPartyID,
    payer_party_id: invoice.payerPartyID,
    purchase_order: invoice.purchaseOrder,
    invoice_date: invoice.date,
    erp_created_at: invoice.creationDateTime,
    ship_via: invoice.shipVia,
    fedex_account: invoice.fedExAccount,
    tracking_number: invoice.trackingNumber,
    release_status_code: invoice.releaseStatusCode,
    shipping_charge: invoice.shippingChargeCents / 100,
    total_net_amount: invoice.totalNetCents / 100,
    total_gross_amount: invoice.totalGrossCents / 100,
    currency_code: invoice.currencyCode,
    due_date: invoice.dueDate,
  }))
  await inBatches(rows, (batch) => tx.insertInto('invoice').values(batch).execute())
  await seedQuestions(tx, invoices)
}

const questions = [
  { reason: 'missing', words: 'One bottle of line 1 was not in the box.', line_no: 1, answer: '' },
  { reason: 'price', words: 'Our contract price is lower for line 2. Please check.', line_no: 2, answer: '' },
  { reason: 'damaged', words: 'The carton arrived wet and two packages are unusable.', line_no: 1, answer: '' },
  {
    reason: 'charge',
    words: 'Why was overnight shipping charged?',
    line_no: null,
    answer: 'A refrigerated product was in the order, which always ships overnight.',
  },
] as const

/** The newest unpaid invoices of different businesses have questions and disputes; the last one is answered. */
const seedQuestions = async (tx: Tx, invoices: readonly DemoInvoice[]): Promise<void> => {
  const unpaid = invoices.filter(({ status }) => status !== 'paid').toReversed()
  const asked = [...new Map(unpaid.map((invoice) => [invoice.buyerPartyID, invoice])).values()].slice(
    0,
    questions.length,
  )
  const admin = sql<string>`(select id from user_account where email = 'admin@demo.example')`
  for (const [at, invoice] of asked.entries()) {
    const { answer, ...question } = questions[at] ?? questions[0]
    await tx
      .insertInto('invoice_question')
      .values({
        ...question,
        id: newId(),
        invoice_id: invoice.invoiceID,
        asked_by: sql<string>`(select user_id from sales_order join invoice on order_id = sales_order.id where invoice.id = ${invoice.invoiceID})`,
        answer,
        ...(answer && { settled_by: admin, settled_at: new Date() }),
      })
      .execute()
  }
}
