import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineStep } from '../../order-shapes.ts'
import { evaluateProgress, isPaymentDue } from './evaluate-progress.ts'

const placed = {
  createdAt: '2026-11-18T10:00:00.000Z',
  orderIdSap: null as string | null,
  orderStatusSap: null as string | null,
  trackingCode: '',
  isCancelled: false,
  isPaid: false,
  paidAt: null as string | null,
  isDelivered: false,
  deliveredAt: null as string | null,
  paymentMethod: 'By Invoice',
}
const step = (what: TimelineStep['what'], facts: Partial<TimelineStep> = {}): TimelineStep => ({
  what,
  at: null,
  detail: '',
  trackingCode: '',
  invoiceID: '',
  amount: null,
  currency: '',
  payment: null,
  dueDate: null,
  ...facts,
})
const money = (amount: number, currency: string) => `${amount} ${currency}`
const told = (order: Partial<typeof placed>, steps?: TimelineStep[], hitch: { word: string } | null = null) =>
  evaluateProgress({ ...placed, ...order }, { steps, hitch, money, day: (date) => date }).map(
    ({ word, state, at, text }) => [word, state, at?.slice(0, 10) ?? '', text].filter(Boolean).join(' | '),
  )

const day = '2026-11-18'
const later = 'Payment | ahead | Due after the invoice'
const shippedAt = '2026-11-20T09:00:00.000Z'
const cases: [what: string, got: string[], wanted: string[]][] = [
  [
    'is only placed until the ERP assigns a number',
    told({}, []),
    [`Placed | done | ${day}`, 'In Preparation | ahead', 'Shipped | ahead', 'Invoiced | ahead', later],
  ],
  [
    'is in preparation once it has its number',
    told({ orderIdSap: '512122' }, [step('numbered', { at: shippedAt })]),
    [`Placed | done | ${day}`, 'In Preparation | now | 2026-11-20', 'Shipped | ahead', 'Invoiced | ahead', later],
  ],
  [
    'has the status of the order lists while it is prepared',
    [
      ...told({ orderIdSap: '512122', orderStatusSap: '1' }),
      ...told({ orderIdSap: '512122', orderStatusSap: '2' }),
    ].filter((words) => words.includes('| now')),
    ['Open | now', 'In Process | now'],
  ],
  [
    'marks that the date of its last stage was not recorded',
    told({ orderIdSap: '512122', orderStatusSap: '2', trackingCode: '1Z9' }, [step('shipped')]),
    [`Placed | done | ${day}`, 'In Preparation | done', 'Shipped | done | Date unknown', 'Invoiced | ahead', later],
  ],
  [
    'sums its invoices and leaves canceled ones out',
    told({ orderIdSap: '512122', orderStatusSap: '3' }, [
      step('shipped', { at: shippedAt }),
      step('invoiced', { at: shippedAt, amount: 10.1, currency: 'USD' }),
      step('invoiced', { at: shippedAt, currency: 'USD' }),
      step('invoiced', { at: shippedAt, amount: 0.2, currency: 'USD' }),
    ]).slice(2),
    ['Shipped | done | 2026-11-20', 'Invoiced | done | 2026-11-20 | 10.3 USD', 'Payment | ahead'],
  ],
  [
    'leaves out the unknown dates of stages that are over',
    told({ orderIdSap: '512122', orderStatusSap: '3' }, [
      step('invoiced', { at: shippedAt, amount: 1, currency: 'USD' }),
    ]),
    [
      `Placed | done | ${day}`,
      'In Preparation | done',
      'Shipped | done',
      'Invoiced | done | 2026-11-20 | 1 USD',
      'Payment | ahead',
    ],
  ],
  [
    'does not invent an invoice for a completed order',
    told({ orderIdSap: '512122', orderStatusSap: '3' }, []).slice(3),
    ['Invoiced | done | Invoice not available', 'Payment | ahead'],
  ],
  [
    'stops if the ERP did not accept it',
    told({}, [], { word: 'On hold' }),
    [`Placed | done | ${day}`, 'On hold | stopped', 'Shipped | ahead', 'Invoiced | ahead', later],
  ],
  [
    'ends at the cancellation',
    told({ orderIdSap: '512122', isCancelled: true }, []),
    [`Placed | done | ${day}`, 'Canceled | stopped | Date unknown'],
  ],
  [
    'marks no date as unknown while the timeline is loading',
    told({ orderIdSap: '512122', orderStatusSap: '3' }),
    [`Placed | done | ${day}`, 'In Preparation | done', 'Shipped | done', 'Invoiced | done', 'Payment | ahead'],
  ],
  [
    'shows its delivery in place of the shipment',
    told({ orderIdSap: '512122', isDelivered: true, deliveredAt: '2026-11-21T09:00:00.000Z' }, []).slice(2, 3),
    ['Delivered | done | 2026-11-21'],
  ],
]

const billed = (facts: Partial<TimelineStep>) =>
  step('invoiced', { at: shippedAt, amount: 1, currency: 'USD', ...facts })
const open = billed({ payment: 'open', dueDate: '2026-12-21' })
const payments: [what: string, got: string[], wanted: string][] = [
  ['is due when its invoice is', told({}, [open]), 'Payment | ahead | Due 2026-12-21'],
  [
    'is due on the first of several days',
    told({}, [billed({ payment: 'open', dueDate: '2026-12-30' }), open]),
    'Payment | ahead | Due 2026-12-21',
  ],
  [
    'is overdue with one of its invoices',
    told({}, [open, billed({ payment: 'overdue', dueDate: '2026-11-30' })]),
    'Payment | stopped | Overdue since 2026-11-30',
  ],
  ['is not yet reported', told({}, [billed({ payment: 'unknown' })]), 'Payment | ahead | Not paid'],
  [
    'is paid with its invoices',
    told({}, [billed({ payment: 'paid' }), billed({ payment: 'onItsWay' })]),
    'Paid | done',
  ],
  [
    'is open with one of its invoices',
    told({}, [billed({ payment: 'paid' }), open]),
    'Payment | ahead | Due 2026-12-21',
  ],
  ['is paid online', told({ isPaid: true, paidAt: shippedAt }, [open]), 'Paid | done | 2026-11-20'],
  ['is missing before an order by card', told({ paymentMethod: 'Stripe' }, []), 'Payment | ahead | Not paid'],
]
for (const [what, got, wanted] of payments) test(`a payment ${what}`, () => assert.equal(got.at(-1), wanted))

test('a payment is due for an open invoice, or in advance', () => {
  const isDue = (order: Partial<typeof placed>, ...steps: TimelineStep[]) =>
    isPaymentDue({ ...placed, ...order }, steps)
  assert.ok(isDue({}, open) && isDue({}, billed({ payment: 'unknown' })) && isDue({ paymentMethod: 'PayPal' }))
  assert.ok(!isDue({}) && !isDue({}, billed({ payment: 'paid' })) && !isDue({ isPaid: true }, open))
  assert.ok(!isDue({ isCancelled: true }, open))
})
for (const [what, got, wanted] of cases)
  test(`an order ${what}`, () => {
    assert.deepEqual(got, wanted)
  })
