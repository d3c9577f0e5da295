import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LineInErp } from '#fulfillment/erp-line.ts'
import { evaluateLine } from '#fulfillment/evaluate-line.ts'
import { listParcels, type ShippedDelivery } from '#fulfillment/list-parcels.ts'
import { wholeNumbersFrom } from '#shared/testing-chance.ts'
import type { ErpOrder, ErpOrderLine } from '../gateway/erp.ts'
import { compareWithErp } from './compare-lines.ts'
import { joinSchedules } from './store-schedules.ts'

const products = ['00093-0058-01', '00002-1433-80', 'ITEM-3', 'ITEM-4']

interface Line {
  slug: string
  ordered: number
  canceled: number
  known: LineInErp | null
}

interface Life {
  lines: Line[]
  items: ErpOrderLine[]
  deliveries: (ShippedDelivery & { isCanceled: boolean })[]
  invoices: { productId: string; quantity: number; isCredit: boolean; isCanceled: boolean }[]
  isCanceled: boolean
}

type Random = (below: number) => number

const itemOf = (item: string, productId: string, quantity: number, replaces = ''): ErpOrderLine => ({
  item,
  replaces,
  productId,
  description: '',
  quantity,
  unit: 'EA',
  netAmount: null,
  schedule: null,
  isCancelled: false,
})

const one = <T>(list: readonly T[], random: Random): T | undefined => list[random(list.length)]

const nextItem = ({ items }: Life): string => String(Math.max(...items.map(({ item }) => Number(item))) + 10)

const deliver = (life: Life, random: Random, unit: string, quantity: number) => {
  const item = one(life.items, random)
  if (!item || quantity === 0) return
  const { productId } = item
  const orderItem = random(3) === 0 ? '' : item.item
  life.deliveries.push({
    number: String(life.deliveries.length),
    at: null,
    shippingMethod: '',
    trackingCode: '',
    items: [{ orderId: '1', orderItem, productId, quantity, unit }],
    isCanceled: false,
  })
}

const substitute = (life: Life, replaced: ErpOrderLine | undefined, random: Random) => {
  if (!replaced || replaced.isCancelled || replaced.quantity < 1) return
  const quantity = 1 + random(replaced.quantity)
  life.items.push(itemOf(nextItem(life), one(products, random) ?? '', quantity, replaced.item))
  replaced.quantity -= quantity
  if (replaced.quantity === 0) replaced.isCancelled = true
  // Tenants may delete a substitute that was substituted.
  if (replaced.isCancelled && replaced.replaces && random(2) === 0) life.items.splice(life.items.indexOf(replaced), 1)
}

const confirm = (life: Life, random: Random, on: string | null) => {
  const item = one(life.items, random)
  if (item)
    item.schedule = { unit: 'EA', requestedOn: '2026-11-24', confirmed: [{ quantity: random(item.quantity + 3), on }] }
}

const steps: Record<string, (life: Life, random: Random) => void> = {
  'deliver, perhaps more than ordered': (life, random) => deliver(life, random, 'EA', random(60)),
  'deliver in another unit': (life, random) => deliver(life, random, 'CS', random(4)),
  'cancel a delivery after its posting': ({ deliveries }, random) => {
    const posted = one(deliveries, random)
    if (posted) posted.isCanceled = true
  },
  'bill, perhaps before it ships': ({ lines, invoices }, random) => {
    invoices.push({
      productId: one(lines, random)?.slug ?? '',
      quantity: random(60),
      isCredit: false,
      isCanceled: false,
    })
  },
  'cancel and correct an invoice': ({ invoices }, random) => {
    const wrong = one(invoices, random)
    if (!wrong || wrong.isCanceled) return
    wrong.isCanceled = true
    invoices.push({ ...wrong, quantity: random(60), isCanceled: false })
  },
  'credit, perhaps before an invoice': ({ lines, invoices }, random) => {
    invoices.push({ productId: one(lines, random)?.slug ?? '', quantity: random(9), isCredit: true, isCanceled: false })
  },
  'split an item': (life, random) => {
    const item = one(life.items, random)
    if (!item || item.replaces || item.quantity < 2) return
    const moved = 1 + random(item.quantity - 1)
    life.items.push(itemOf(nextItem(life), item.productId, moved))
    item.quantity -= moved
  },
  substitute: (life, random) => {
    substitute(
      life,
      one(
        life.items.filter(({ replaces }) => !replaces),
        random,
      ),
      random,
    )
  },
  'substitute a substitute': (life, random) => {
    substitute(
      life,
      one(
        life.items.filter(({ replaces }) => replaces),
        random,
      ),
      random,
    )
  },
  'change a quantity': ({ items }, random) => {
    const item = one(items, random)
    if (item) item.quantity = 1 + random(50)
  },
  'change a price': ({ items }, random) => {
    const item = one(items, random)
    if (item) item.netAmount = random(900)
  },
  'cancel or restore an item': ({ items }, random) => {
    const item = one(items, random)
    // A canceled substitute of a deleted one could not be assigned when it is restored.
    const isTraced = !item?.replaces || items.some((other) => other.item === item.replaces && !other.replaces)
    if (item && isTraced) item.isCancelled = random(2) === 0
  },
  'cancel or restore the order': (life, random) => {
    life.isCanceled = random(4) === 0
  },
  'confirm for a day that has passed': (life, random) => confirm(life, random, '2026-11-20'),
  'move the day of a rest': (life, random) => confirm(life, random, `2026-12-${10 + random(20)}`),
  'confirm without a day': (life, random) => confirm(life, random, null),
}

/** As the order page reads it: the ERP's items are compared, then its deliveries and invoices are assigned. */
const read = (life: Life) => {
  const rows = life.lines.map((line, at) => ({
    order_id: 'o',
    line_no: at + 1,
    name: line.slug,
    slug: line.slug,
    quantity: line.ordered,
    cancelled_quantity: line.canceled,
    unit_of_measure: 'EA',
    price: 1,
    cold_status: null,
    dea_schedule: null,
    erp_item: line.known,
  }))
  // Only its items matter here.
  for (const { lineNo, now, inErp } of compareWithErp(rows, { lines: life.items } as unknown as ErpOrder)) {
    const line = life.lines[lineNo - 1]
    if (line) Object.assign(line, { canceled: now, known: inErp })
  }
  const deliveries = life.deliveries.filter(({ isCanceled }) => !isCanceled)
  const lines = life.lines.map(({ slug, ordered, canceled, known }, at) => ({
    lineNo: at + 1,
    name: slug,
    slug,
    quantity: ordered,
    canceledQuantity: canceled || null,
    schedule: joinSchedules(life.items.filter(({ productId, replaces }) => productId === slug && !replaces)),
    inErp: known,
  }))
  return { deliveries, ...listParcels({ lines, deliveries, isClosed: life.isCanceled, isCanceled: life.isCanceled }) }
}

const sum = <T>(list: readonly T[], piecesOf: (one: T) => number) => list.reduce((all, each) => all + piecesOf(each), 0)

const assertAddsUp = (life: Life, about: string) => {
  const { deliveries, outcomes, parcels, substitutes } = read(life)
  const delivered = sum(deliveries, ({ items }) => sum(items, ({ quantity }) => quantity))
  assert.equal(
    sum(parcels, (parcel) => sum(parcel.lines, ({ quantity }) => quantity)),
    delivered,
    `${about}: a piece is missing in the parcels`,
  )
  const assigned = sum(outcomes, (outcome) => outcome?.shipped ?? 0)
  const instead = sum(substitutes.flat(), ({ shipped }) => shipped)
  assert.ok(assigned + instead <= delivered, `${about}: ${assigned} + ${instead} of ${delivered} pieces count twice`)
  for (const [at, { slug, ordered, canceled }] of life.lines.entries()) {
    const outcome = outcomes[at]
    assert.ok(canceled >= 0 && canceled <= ordered, about)
    if (!outcome) continue
    const { shipped, waiting, backordered, overDelivered, substituted = 0, expectedOn } = outcome
    const gone = life.isCanceled ? Math.max(0, ordered - shipped) : canceled
    assert.equal(ordered + overDelivered, gone + substituted + shipped + waiting, about)
    assert.ok(backordered >= 0 && backordered <= waiting && (expectedOn === null || backordered > 0), about)
    if (life.isCanceled) assert.equal(waiting, 0, about)
    const counted = life.invoices.filter((bill) => bill.productId === slug && !bill.isCanceled && !bill.isCredit)
    const invoiced = sum(counted, ({ quantity }) => quantity)
    const facts = { ordered, canceled: gone, substituted, shipped, returned: 0, schedule: null }
    const { billedAhead } = evaluateLine({ ...facts, invoiced })
    assert.equal(billedAhead, Math.max(0, invoiced - shipped), about)
  }
}

/** Pieces of the ERP's live items, substitutes included, that a line of the portal stands for. */
const assertAsInErp = ({ lines, items }: Life, about: string) => {
  const live = sum(items, ({ isCancelled, quantity }) => (isCancelled ? 0 : quantity))
  const known = sum(lines, ({ known: inErp }) =>
    inErp ? inErp.quantity + sum(inErp.substitutes, ({ quantity }) => quantity) : 0,
  )
  assert.equal(known, live, `${about}: the lines stand for ${known} of ${live} pieces in the ERP`)
}

test('in 2,000 hostile lives of an order no piece disappears or counts twice, at every moment', () => {
  const reached = new Set<string>()
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const random = wholeNumbersFrom(seed)
    const lines = products
      .slice(0, 1 + random(2))
      .map((slug) => ({ slug, ordered: 1 + random(40), canceled: 0, known: null }))
    const items = lines.map(({ slug, ordered }, at) => itemOf(String((at + 1) * 10), slug, ordered))
    const life: Life = { lines, items, deliveries: [], invoices: [], isCanceled: false }
    for (let count = 1; count <= 14; count += 1) {
      const name = one(Object.keys(steps), random) ?? ''
      const before = JSON.stringify(life)
      steps[name]?.(life, random)
      if (JSON.stringify(life) !== before) reached.add(name)
      const about = `life ${seed}, step ${count}, ${name}`
      assertAddsUp(life, about)
      assertAsInErp(life, about)
    }
  }
  assert.deepEqual(reached, new Set(Object.keys(steps)), 'every step changes some life')
})
