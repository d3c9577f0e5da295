import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLedgerSums } from '#catalog/testing-orders.ts'
import { addInvoice } from '#orders/history/testing-lists.ts'
import { newId } from '#platform/db/new-id.ts'
import { suspectCases } from '#recalls/quarantine/contract.ts'
import { startChance } from '#platform/testing-seed.ts'
import { startTestPortal } from '#portal/testing.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { closeCredited } from './close-returns.ts'
import { returns } from './contract.ts'
import { returning } from './testing-returns.ts'

const portal = await startTestPortal()
const { db, call } = portal
const { addTrace, ship, line, requested, read, authorize, subjectsTo } = returning(portal)
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const account = '1000001'
const buyer = await portal.addUser({ account_number: account })

type Received = {
  lineNo: number
  quantity: number
  condition: 'sound' | 'opened'
  restock?: number
  serials?: string[]
}

const receive = async (id: string, lines: (Received & { verifiedAgainst?: string })[]) =>
  call(returns.receive, { params: { id }, body: { __v: (await read(id, admin)).__v, lines }, as: admin })

const authorized = async (order: string, lines: ReturnType<typeof line>[]) => {
  const id = await requested(order, lines, { as: buyer })
  assert.equal((await authorize(id, admin)).status, 200)
  return id
}

const stockOf = async (id = '') =>
  (await db.selectFrom('product').select('count_in_stock').where('id', '=', id).executeTakeFirstOrThrow())
    .count_in_stock

/** A released credit note as the ERP reports it, and what happens when it is stored. */
const credit = async (order: string, lines: { number: string; quantity: number }[], facts: object = {}) => {
  const id = await addInvoice(db, {
    order_id: order,
    party_id: account,
    buyer_party_id: account,
    is_credit: true,
    release_status_code: '3',
    total_gross_amount: -30,
    ...facts,
  })
  for (const [at, { number, quantity }] of lines.entries())
    await db
      .insertInto('invoice_line')
      .values({ invoice_id: id, line_no: at + 1, product_number: number, quantity })
      .execute()
  await db.transaction().execute((tx) => closeCredited(tx, [id], ''))
  return id
}

test('a receipt restocks once what the rules allow, with its movement in the ledger', async () => {
  const { order, products } = await ship(buyer, [{}, { cold_status: 'Frozen' }])
  const id = await authorized(order, [line({ quantity: 3 }), line({ lineNo: 2, quantity: 1, reason: 'damaged' })])
  const { __v } = await read(id, admin)
  const lines = [
    { lineNo: 1, quantity: 3, condition: 'sound', restock: 2 },
    { lineNo: 2, quantity: 1, condition: 'damaged' },
  ] as const
  const once = () => call(returns.receive, { params: { id }, body: { __v, lines: [...lines] }, as: admin })
  const both = await Promise.all([once(), once()])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.deepEqual([await stockOf(products[0]), await stockOf(products[1])], [102, 100])
  await assertLedgerSums(portal)
  const { state, items, number } = await read(id, buyer)
  assert.deepEqual(
    [state, items.map(({ receivedQuantity, restockedQuantity }) => [receivedQuantity, restockedQuantity])],
    [
      'received',
      [
        [3, 2],
        [1, 0],
      ],
    ],
  )
  assert.ok((await subjectsTo(buyer)).includes(`RMA-${number} was received`))
  const { note } = await db
    .selectFrom('stock_movement')
    .select('note')
    .where('product_id', '=', products[0] ?? '')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(note, `RMA-${number}`)
})

test('a receipt is refused if it restocks against the rules, and changes nothing', async () => {
  const { order, products } = await ship(buyer, [{}, { dea_schedule: 'CIV' }, { needs_trace: true }])
  const id = await authorized(order, [line({ quantity: 2 })])
  const cases: [Received, RegExp][] = [
    [{ lineNo: 1, quantity: 2, condition: 'opened', restock: 1 }, /Opened/],
    [{ lineNo: 1, quantity: 1, condition: 'sound', restock: 2 }, /more restocked than received/],
    [{ lineNo: 1, quantity: 3, condition: 'sound' }, /at most 2/],
    [{ lineNo: 2, quantity: 1, condition: 'sound' }, /enter what was received/],
  ]
  for (const [received, said] of cases) {
    const { status, body } = await receive(id, [received])
    assert.ok(status === 422 || status === 400, String(status))
    assert.match(body.message ?? '', said)
  }
  const controlled = await authorized(order, [line({ lineNo: 2 })])
  assert.equal((await receive(controlled, [{ lineNo: 1, quantity: 1, condition: 'sound', restock: 1 }])).status, 422)
  const traced = await authorized(order, [line({ lineNo: 3 })])
  const foreign = {
    lineNo: 1,
    quantity: 1,
    condition: 'sound',
    restock: 1,
    serials: ['S1'],
    verifiedAgainst: 'VRS',
  } as const
  const { status, body } = await receive(traced, [{ ...foreign, serials: ['S1'] }])
  assert.deepEqual([status, /transaction data/.test(body.message ?? '')], [422, true])
  assert.deepEqual(await Promise.all(products.map(stockOf)), [100, 100, 100])
  assert.equal((await read(id, buyer)).state, 'authorized')
})

test('a serial that our trace data shows at the customer is restocked', async () => {
  const { order, products } = await ship(buyer, [
    { is_item_number: false, ndc_number: '00093-0058-05', dispensing: 'Rx', needs_trace: true },
  ])
  await addTrace(buyer, order, [{ gtin: withCheckDigit('0030093005805'), serial: 'S1' }])
  const id = await authorized(order, [line({ quantity: 1 })])
  const received = { lineNo: 1, quantity: 1, condition: 'sound', restock: 1, serials: ['S1'] } as const
  assert.equal((await receive(id, [{ ...received, serials: ['S1'] }])).status, 422, 'not verified')
  const { status, body } = await receive(id, [{ ...received, serials: ['S1'], verifiedAgainst: 'VRS' }])
  assert.equal(status, 200, body.message)
  assert.equal(await stockOf(products[0]), 101)
})

test('the ERP’s credit note closes the return that it credits, once', async () => {
  const { order } = await ship(buyer, [{}, {}])
  const [first, second] = [
    await authorized(order, [line({ quantity: 2 })]),
    await authorized(order, [line({ lineNo: 2, quantity: 1, reason: 'missing', condition: null })]),
  ]
  const number = async (id: string) => (await read(id, admin)).items[0]?.number ?? ''
  const draft = await credit(order, [{ number: await number(first), quantity: 2 }], { release_status_code: '1' })
  await credit(order, [{ number: await number(first), quantity: 1 }])
  await credit(order, [{ number: 'ANOTHER', quantity: 5 }])
  assert.equal((await read(first, buyer)).state, 'authorized', 'a draft, too little, or something else')

  await db.updateTable('invoice').set({ release_status_code: '3' }).where('id', '=', draft).execute()
  await Promise.all([1, 2].map(() => db.transaction().execute((tx) => closeCredited(tx, [draft], ''))))
  const closed = await read(first, buyer)
  assert.deepEqual([closed.state, closed.creditNumber], ['credited', draft])
  assert.equal((await subjectsTo(buyer)).filter((subject) => subject === `RMA-${closed.number} was credited`).length, 1)
  assert.equal((await read(second, buyer)).state, 'authorized')
})

test('a credit note that could belong to two returns waits for a person; a stranger’s closes nothing', async () => {
  const { order } = await ship(buyer, [{}])
  const ids = [await authorized(order, [line()]), await authorized(order, [line()])]
  const stray = await credit(order, [], { party_id: '9999999', buyer_party_id: '9999999' })
  const note = await credit(order, [])
  for (const id of ids) {
    const { state, credits } = await read(id, admin)
    assert.equal(state, 'authorized')
    assert.deepEqual(credits.map(({ _id }) => _id).includes(note), true)
    assert.equal(
      credits.some(({ _id }) => _id === stray),
      false,
    )
  }
  assert.deepEqual((await read(ids[0] ?? '', buyer)).credits, [], 'not for buyers')
  const { __v } = await read(ids[0] ?? '', admin)
  const body = { __v, creditNumber: note }
  const params = { id: ids[0] ?? '' }
  assert.equal((await call(returns.credit, { params, body, as: buyer })).status, 403)
  assert.equal((await call(returns.credit, { params, body, as: admin })).status, 200)
  assert.equal((await call(returns.credit, { params, body, as: admin })).status, 409)
})

test('received goods that earn no credit are refused, and cannot be returned again', async () => {
  const { order } = await ship(buyer, [{ quantity: 2 }])
  const id = await authorized(order, [line({ quantity: 2 })])
  assert.equal((await receive(id, [{ lineNo: 1, quantity: 1, condition: 'opened' }])).status, 200)
  const params = { id }
  const body = { __v: (await read(id, admin)).__v, answer: 'The seal is broken.' }
  assert.equal((await call(returns.refuse, { params, body, as: admin })).status, 200)
  const { state, answer } = await read(id, buyer)
  assert.deepEqual([state, answer], ['refused', 'The seal is broken.'])
  const { body: items } = await call(returns.items, { query: { order }, as: buyer })
  assert.equal(items.lines[0]?.left, 1)
})

test('a credit note that came before the goods closes the return at receipt', async () => {
  const { order } = await ship(buyer, [{}])
  const pending = await requested(order, [line({ quantity: 2 })], { as: buyer })
  const { items } = await read(pending, admin)
  const note = await credit(order, [{ number: items[0]?.number ?? '', quantity: 2 }])
  assert.equal((await read(pending, buyer)).state, 'requested')
  assert.equal((await authorize(pending, admin)).status, 200)
  assert.equal((await receive(pending, [{ lineNo: 1, quantity: 2, condition: 'sound' }])).status, 200)
  const { state, creditNumber } = await read(pending, buyer)
  assert.deepEqual([state, creditNumber], ['credited', note])
})

test('a return is open again when the ERP cancels its credit note', async () => {
  const { order } = await ship(buyer, [{}])
  const id = await authorized(order, [line({ quantity: 1 })])
  const note = await credit(order, [])
  assert.equal((await read(id, buyer)).state, 'credited')
  const cancellation = await addInvoice(db, { is_cancellation: true, cancels: note, release_status_code: '3' })
  await db.updateTable('invoice').set({ cancelled_by: cancellation }).where('id', '=', note).execute()
  await db.transaction().execute((tx) => closeCredited(tx, [note], ''))
  const { state, creditNumber, closedAt } = await read(id, buyer)
  assert.deepEqual([state, creditNumber, closedAt], ['authorized', '', null])
})

test('what is left, requested and received adds up after every act of random lives', async () => {
  const chance = startChance()
  const quantity = 20
  const orders = await Promise.all([1, 2, 3].map(() => ship(buyer, [{ quantity }, { quantity }])))
  const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(chance() * some.length)]
  for (let act = 0; act < 80; act++) {
    const { order } = pick(orders) ?? { order: '' }
    const lineNo = chance() < 0.5 ? 1 : 2
    const { rows } = (await call(returns.list, { query: { order }, as: buyer })).body
    const some = pick(rows)
    const found = some && (await read(some._id, admin))
    const step = chance()
    if (!found || step < 0.4) {
      const pieces = 1 + Math.floor(chance() * 8)
      const { body: before } = await call(returns.items, { query: { order }, as: buyer })
      const left = before.lines.find((one) => one.lineNo === lineNo)?.left ?? 0
      const body = { order, contact: 'Ada', lines: [line({ lineNo, quantity: pieces })] }
      assert.equal((await call(returns.request, { body, as: buyer })).status, pieces <= left ? 201 : 409)
    } else if (step < 0.6) await authorize(found._id, admin)
    else if (step < 0.8)
      await receive(
        found._id,
        found.items.map((item) => ({
          lineNo: item.lineNo,
          quantity: Math.floor(chance() * (item.quantity + 1)),
          condition: 'opened' as const,
        })),
      )
    else if (step < 0.9) {
      const params = { id: found._id }
      await call(returns.cancel, { params, body: { __v: found.__v }, as: buyer })
    } else {
      const params = { id: found._id }
      await call(returns.refuse, { params, body: { __v: found.__v, answer: 'No.' }, as: admin })
    }
    const { body: items } = await call(returns.items, { query: { order }, as: buyer })
    const { rows: all } = (await call(returns.list, { query: { order }, as: buyer })).body
    const open = (await Promise.all(all.map(({ _id }) => read(_id, admin)))).filter(
      ({ state, receivedAt }) => receivedAt !== null || (state !== 'refused' && state !== 'canceled'),
    )
    for (const { lineNo: at, number, left, shipped } of items.lines) {
      const taken = open
        .flatMap((one) => one.items)
        .filter((item) => item.number === number)
        .reduce((sum, item) => sum + (item.receivedQuantity ?? item.quantity), 0)
      assert.deepEqual([shipped, left], [quantity, quantity - taken], `line ${at} after act ${act}`)
    }
  }
})

test('a lot of an open case or a recall is not restocked, and the case names the return', async () => {
  const { order, products } = await ship(buyer, [{ quantity: 10 }, { quantity: 10 }])
  const [suspect = '', recalled = ''] = products
  const id = await authorized(order, [line({ lot: 'a1 ' }), line({ lot: 'B2' })])
  const unknown = await authorized(order, [line({ lot: '' }), line({ lineNo: 2, lot: 'R1' })])
  const opened = await call(suspectCases.open, {
    body: {
      productId: suspect,
      lots: ['A1'],
      serials: [],
      stopsSales: false,
      reason: 'The seal was broken.',
      soldSince: portal.day(-30),
    },
    as: admin,
  })
  assert.equal(opened.status, 201, opened.body.message)
  await db
    .insertInto('recall')
    .values({
      id: newId(),
      firm: 'Acme',
      class: 'II',
      depth: 'retail',
      level: 'A',
      reason: 'Label',
      instructions: 'Return it.',
      sold_since: portal.day(-30),
      reply_by: portal.day(30),
      status: 'sent',
      stops_sales: false,
      created_by: admin._id,
      sent_at: new Date(),
      sent_by: admin._id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id: recall_id }) =>
      db
        .insertInto('recall_product')
        .values({ recall_id, product_id: recalled, lots: ['r1'] })
        .execute(),
    )
  const sound = { quantity: 1, condition: 'sound', restock: 1 } as const
  const kept = { quantity: 1, condition: 'sound' } as const
  const cases = [
    [
      id,
      [
        { lineNo: 1, ...sound },
        { lineNo: 2, ...kept },
      ],
      /Not restocked: it is suspect product/,
    ],
    [
      unknown,
      [
        { lineNo: 1, ...sound },
        { lineNo: 2, ...kept },
      ],
      /Not restocked: it is suspect product/,
    ],
    [
      unknown,
      [
        { lineNo: 1, ...kept },
        { lineNo: 2, ...sound },
      ],
      /Not restocked: it is recalled/,
    ],
  ] as const
  for (const [request, lines, why] of cases) {
    const { status, body } = await receive(request, [...lines])
    assert.equal(status, 422)
    assert.match(body.message ?? '', why)
  }
  const caseId = opened.body._id
  const { body: named } = await call(suspectCases.byId, { params: { id: caseId }, as: admin })
  assert.deepEqual(
    named.stoppedReturns.map(({ _id, lot, customer }) => [_id, lot, customer !== '']),
    [
      [id, 'a1', true],
      [unknown, '', true],
    ],
  )
  assert.equal(
    (
      await receive(id, [
        { lineNo: 1, ...kept },
        { lineNo: 2, ...sound },
      ])
    ).status,
    200,
  )
  assert.deepEqual([await stockOf(suspect), await stockOf(recalled)], [101, 100])
})
