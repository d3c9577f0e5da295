import assert from 'node:assert/strict'
import { test } from 'node:test'

import { demoBusinesses } from './businesses.ts'
import { makeHistory } from './history.ts'
import { fedexCheckDigit, upsCheckDigit } from './history-numbers.ts'
import { demoProducts } from './products.ts'

const today = new Date('2026-11-20T19:30:00Z')
const products = demoProducts()
const businesses = demoBusinesses()
const { orders, invoices } = makeHistory({ today, products, businesses })

test('about fourteen hundred orders of two years, oldest first, none in the future', () => {
  assert.ok(orders.length > 1_200 && orders.length < 1_600, String(orders.length))
  const dates = orders.map((order) => order.createdAt)
  assert.deepEqual(dates, dates.toSorted())
  assert.ok((dates.at(-1) ?? '') <= today.toISOString())
  for (const date of dates) assert.match(date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})

test('the same day gives the same history, the next day continues it', () => {
  assert.deepEqual(makeHistory({ today, products, businesses }), { orders, invoices })
  const tomorrow = makeHistory({ today: new Date('2026-11-21T19:30:00Z'), products, businesses })
  const known = new Set(orders.map((order) => order.externalReference))
  const kept = tomorrow.orders.filter((order) => known.has(order.externalReference)).length
  assert.ok(kept > orders.length * 0.95, `${kept} of ${orders.length}`)
})

test('lines, orders and invoices add up in whole cents', () => {
  const orderOf = new Map(orders.map((order) => [order.orderIdSap, order]))
  for (const order of orders) {
    assert.ok(order.orderItems.length >= 2 && order.orderItems.length <= 9)
    assert.equal(new Set(order.orderItems.map((line) => line.ndcNumber)).size, order.orderItems.length)
    for (const line of order.orderItems) {
      assert.ok(Number.isInteger(line.priceCents) && line.quantity >= 1)
      assert.equal(line.totalCents, line.priceCents * line.quantity)
    }
    assert.equal(order.itemsCents, sumOf(order.orderItems.map((line) => line.totalCents)))
    assert.equal(order.totalCents, order.itemsCents)
  }
  for (const invoice of invoices) {
    assert.equal(invoice.totalNetCents, orderOf.get(invoice.orderIdSap)?.totalCents)
    assert.equal(invoice.totalGrossCents, invoice.totalNetCents + invoice.shippingChargeCents)
    assert.equal(invoice.shippingChargeCents > 0, invoice.shipVia.startsWith('FEDEX'))
  }
})

test('orders have published products only, and cold ones ship overnight', () => {
  const known = new Map(products.map((product) => [product.ndcNumber, product]))
  for (const order of orders) {
    const ordered = order.orderItems.map((line) => known.get(line.ndcNumber))
    assert.ok(ordered.every((product) => product?.isPublished))
    if (ordered.some((product) => product?.coldStatus)) assert.equal(order.shippingMethod, 'FEDEX PRIORITY OVERNIGHT')
  }
})

test('orders in process are shipped, and completed ones are invoiced', () => {
  const invoiced = new Set(invoices.map((invoice) => invoice.orderIdSap))
  assert.equal(invoiced.size, invoices.length)
  for (const order of orders) {
    assert.equal(invoiced.has(order.orderIdSap), order.orderStatusSap === '3' && !order.isCanceled)
    const isShipped = !order.isCanceled && ['2', '3'].includes(order.orderStatusSap)
    assert.equal(order.trackingCode !== '', isShipped)
    assert.equal(order.shippedAt !== null, isShipped)
    if (order.isDelivered) assert.ok(order.isPaid)
  }
  assert.deepEqual([...new Set(orders.map((order) => order.orderStatusSap))].toSorted(), ['1', '2', '3', '4'])
  assert.deepEqual([...new Set(invoices.map((invoice) => invoice.status))].toSorted(), ['open', 'overdue', 'paid'])
})

test('on every weekday, the demo buyer has orders in preparation and in delivery', () => {
  for (let at = 0; at < 7; at++) {
    const looked = new Date(Date.UTC(2026, 10, 20 + at, 6))
    const mine = makeHistory({ today: looked, products, businesses }).orders.filter(
      ({ accountID }) => accountID === businesses[0]?.accountID,
    )
    const stages = new Set(mine.filter(({ isCanceled }) => !isCanceled).map(({ orderStatusSap }) => orderStatusSap))
    assert.ok(stages.has('2') && (stages.has('1') || stages.has('4')), `${looked.toISOString()} ${[...stages].join()}`)
  }
})

test('eight to twelve orders are in each stage before completion, and some are canceled', () => {
  for (let at = 0; at < 7; at++) {
    const looked = new Date(Date.UTC(2026, 10, 20 + at, 6))
    const now = makeHistory({ today: looked, products, businesses }).orders
    for (const stage of ['4', '1', '2']) {
      const count = now.filter(({ orderStatusSap, isCanceled }) => orderStatusSap === stage && !isCanceled).length
      assert.ok(count >= 8 && count <= 12, `${stage}: ${count}`)
    }
  }
  const canceled = orders.filter(({ isCanceled }) => isCanceled).length
  assert.ok(canceled > 15 && canceled < 50, String(canceled))
})

test('vaccines sell before the winter, and cold remedies in it', () => {
  const categoryOf = new Map(products.map(({ ndcNumber, category }) => [ndcNumber, category]))
  const soldIn = (category: string, months: readonly number[]) =>
    orders
      .filter(({ createdAt }) => months.includes(new Date(createdAt).getUTCMonth()))
      .flatMap(({ orderItems }) => orderItems)
      .filter(({ ndcNumber }) => categoryOf.get(ndcNumber) === category).length
  assert.ok(soldIn('Vaccines & Immune Globulins', [8, 9]) > 2 * soldIn('Vaccines & Immune Globulins', [1, 2]))
  assert.ok(soldIn('Cough, Cold & Allergy', [11, 0]) > 1.5 * soldIn('Cough, Cold & Allergy', [6, 7]))
})

test('no payment or delivery is in the future, and overdue means past its date', () => {
  const now = today.toISOString()
  for (const { paidAt, deliveredAt } of orders) assert.ok((paidAt ?? '') < now && (deliveredAt ?? '') < now)
  for (const { status, dueDate, creationDateTime } of invoices) {
    assert.ok(creationDateTime < now)
    if (status === 'overdue') assert.ok(dueDate <= now.slice(0, 10))
  }
})

test('numbers have their issuers’ formats', () => {
  const own = orders.filter((order) => !order.orderFromSAP)
  for (const order of own) assert.match(order.externalReference, /^AP-[0-7][0-9A-HJKMNP-TV-Z]{25}$/)
  assert.equal(new Set(own.map((order) => order.externalReference)).size, own.length)
  const share = 1 - own.length / orders.length
  assert.ok(share > 0.05 && share < 0.11, String(share))
  assert.equal(orders.filter((order) => order.orderIdSap === '').length, 2)
  for (const order of orders) assert.match(order.orderIdSap, /^\d*$/)
  for (const code of orders.flatMap((order) => order.trackingCode.split(',').filter(Boolean))) {
    if (code.startsWith('1Z')) assert.equal(Number(code.at(-1)), upsCheckDigit(code.slice(2, 17)))
    else assert.equal(Number(code.at(-1)), fedexCheckDigit(code.slice(0, 11)))
  }
})

test('check digits agree with numbers the carriers published', () => {
  const ups = [
    '1Z5R89390357567127',
    '1Z879E930346834440',
    '1Z410E7W0392751591',
    '1Z8V92A70367203024',
    '1ZXX3150YW44070023',
  ]
  for (const code of ups) assert.equal(upsCheckDigit(code.slice(2, 17)), Number(code.at(-1)), code)
  for (const code of ['986578788855', '477179081230', '799531274483', '790535312317', '974367662710']) {
    assert.equal(fedexCheckDigit(code.slice(0, 11)), Number(code.at(-1)), code)
  }
})

test('a business reorders what it bought before', () => {
  const mine = orders.filter((order) => order.accountID === businesses[0]?.accountID)
  const times = Map.groupBy(
    mine.flatMap((order) => order.orderItems),
    (line) => line.ndcNumber,
  )
  assert.ok(mine.length > 30)
  assert.ok([...times.values()].filter((lines) => lines.length >= 5).length >= 10)
})

const sumOf = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
