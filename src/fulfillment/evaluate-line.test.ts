import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeNumbersFrom } from '#shared/testing-chance.ts'
import { evaluateLine, type LineFacts, type LineQuantities, type LineSchedule } from './evaluate-line.ts'

const line = (facts: Partial<LineFacts>): LineFacts => ({
  ordered: 100,
  canceled: 0,
  substituted: 0,
  shipped: 0,
  invoiced: 0,
  returned: 0,
  schedule: null,
  ...facts,
})

const confirmed = (requestedOn: string | null, ...lines: [quantity: number, on: string | null][]): LineSchedule => ({
  unit: 'EA',
  requestedOn,
  confirmed: lines.map(([quantity, on]) => ({ quantity, on })),
})

const cases: [name: string, facts: Partial<LineFacts>, expected: Partial<LineQuantities>][] = [
  ['a new line waits', {}, { waiting: 100, backordered: 0, expectedOn: null }],
  ['a shipped line', { shipped: 100 }, { waiting: 0, overDelivered: 0 }],
  ['a part without a schedule only waits', { shipped: 60 }, { waiting: 40, backordered: 0 }],
  [
    'the rest is confirmed for later',
    { shipped: 60, schedule: confirmed('2026-11-24', [60, '2026-11-24'], [40, '2026-12-02']) },
    { waiting: 40, backordered: 40, expectedOn: '2026-12-02' },
  ],
  [
    'nothing shipped yet, and a part is late',
    { schedule: confirmed('2026-11-24', [60, '2026-11-24'], [40, '2026-12-02']) },
    { waiting: 100, backordered: 40, expectedOn: '2026-12-02' },
  ],
  [
    'two later days: the first counts',
    { schedule: confirmed('2026-11-24', [50, '2026-12-09'], [50, '2026-12-02']) },
    { backordered: 100, expectedOn: '2026-12-02' },
  ],
  [
    'without a requested day the first confirmed day is on time',
    { schedule: confirmed(null, [60, '2026-11-24'], [40, '2026-12-02']) },
    { backordered: 40, expectedOn: '2026-12-02' },
  ],
  [
    'a part is not confirmed, so no day is known',
    { schedule: confirmed('2026-11-24', [60, '2026-11-24']) },
    { backordered: 40, expectedOn: null },
  ],
  [
    'the ERP checked the line and confirms nothing',
    { schedule: confirmed('2026-11-24', [0, null]) },
    { backordered: 100, expectedOn: null },
  ],
  ['the ERP has not checked the line', { schedule: confirmed('2026-11-24') }, { waiting: 100, backordered: 0 }],
  [
    'the late rest is canceled',
    { shipped: 60, canceled: 40, schedule: confirmed('2026-11-24', [60, '2026-11-24'], [40, '2026-12-02']) },
    { waiting: 0, backordered: 0, expectedOn: null },
  ],
  ['a substitute ships instead', { substituted: 100 }, { waiting: 0, substituted: 100 }],
  ['a part is replaced and a part is canceled', { canceled: 30, substituted: 20, shipped: 10 }, { waiting: 40 }],
  ['a substitute in smaller packs replaces no more than was ordered', { substituted: 200 }, { substituted: 100 }],
  ['shipped although it was replaced', { substituted: 100, shipped: 30 }, { waiting: 0, overDelivered: 30 }],
  ['shipped after it was canceled', { canceled: 100, shipped: 30 }, { waiting: 0, overDelivered: 30 }],
  ['more shipped than ordered', { shipped: 120, invoiced: 120 }, { waiting: 0, overDelivered: 20, billedAhead: 0 }],
  ['billed before it shipped', { shipped: 60, invoiced: 100 }, { waiting: 40, billedAhead: 40 }],
]

const assertAddsUp = (quantities: LineQuantities) => {
  const { ordered, canceled, substituted, shipped, waiting, backordered, overDelivered, invoiced, billedAhead } =
    quantities
  assert.equal(ordered + overDelivered, canceled + substituted + shipped + waiting)
  assert.ok(substituted >= 0 && substituted <= ordered - canceled)
  assert.ok(backordered >= 0 && backordered <= waiting)
  assert.ok(waiting === 0 || overDelivered === 0)
  assert.ok(invoiced - billedAhead <= shipped)
  assert.ok(quantities.expectedOn === null || backordered > 0)
}

for (const [name, facts, expected] of cases)
  test(name, () => {
    const quantities = evaluateLine(line(facts))
    assert.deepEqual({ ...quantities, ...expected }, quantities)
    assertAddsUp(quantities)
  })

/** One version of a document of the ERP: the order's line, a delivery or an invoice. */
interface ErpEvent {
  document: string
  version: number
  change: Partial<Pick<LineFacts, 'canceled' | 'substituted' | 'shipped' | 'invoiced' | 'schedule'>>
}

const lifeOf = (random: (below: number) => number, ordered: number): ErpEvent[] => {
  const day = () => (random(5) === 0 ? null : `2026-12-${String(1 + random(28)).padStart(2, '0')}`)
  return Array.from({ length: 2 + random(10) }, (_, version): ErpEvent => {
    const document = `${['order', 'delivery', 'invoice'][random(3)]} ${random(3)}`
    if (document.startsWith('delivery')) return { document, version, change: { shipped: random(ordered + 3) } }
    if (document.startsWith('invoice')) return { document, version, change: { invoiced: random(ordered + 3) } }
    const lines = Array.from({ length: random(4) }, () => ({ quantity: random(ordered + 1), on: day() }))
    const schedule = random(6) === 0 ? null : { unit: 'EA', requestedOn: day(), confirmed: lines }
    return {
      document: 'order',
      version,
      change: { canceled: random(ordered + 1), substituted: random(3) * random(ordered + 3), schedule },
    }
  })
}

/** The newest version of each document counts, as in the database. */
const factsOf = (ordered: number, events: readonly ErpEvent[]): LineFacts => {
  const newest = new Map<string, ErpEvent>()
  for (const event of events)
    if ((newest.get(event.document)?.version ?? -1) <= event.version) newest.set(event.document, event)
  const changes = [...newest.values()].map(({ change }) => change)
  return line({
    ordered,
    canceled: newest.get('order')?.change.canceled ?? 0,
    substituted: newest.get('order')?.change.substituted ?? 0,
    schedule: newest.get('order')?.change.schedule ?? null,
    shipped: changes.reduce((sum, { shipped = 0 }) => sum + shipped, 0),
    invoiced: changes.reduce((sum, { invoiced = 0 }) => sum + invoiced, 0),
  })
}

test('in 2,000 random lives, with substitutes, several invoices, and repeated and late events, the quantities add up at every moment', () => {
  const found = { substituted: 0, backordered: 0, overDelivered: 0, billedAhead: 0 }
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const random = wholeNumbersFrom(seed)
    const ordered = 1 + random(200)
    const life = lifeOf(random, ordered)
    const arrivals = [...life, ...life.filter(() => random(3) === 0)]
      .map((event) => ({ event, at: random(1_000) }))
      .toSorted((one, other) => one.at - other.at)
      .map(({ event }) => event)
    for (let count = 0; count <= arrivals.length; count += 1) {
      const quantities = evaluateLine(factsOf(ordered, arrivals.slice(0, count)))
      assertAddsUp(quantities)
      for (const name of ['substituted', 'backordered', 'overDelivered', 'billedAhead'] as const)
        found[name] += quantities[name]
    }
    assert.deepEqual(
      evaluateLine(factsOf(ordered, arrivals)),
      evaluateLine(factsOf(ordered, life)),
      `life ${seed} ends differently when its events arrive late`,
    )
  }
  // The lives reach every kind of quantity.
  assert.ok(found.substituted > 0 && found.backordered > 0 && found.overDelivered > 0 && found.billedAhead > 0)
})
