import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineStep } from '../../order-shapes.ts'
import { evaluateProgress } from './evaluate-progress.ts'

const placed = {
  createdAt: '2026-11-18T10:00:00.000Z',
  orderIdSap: null as string | null,
  orderStatusSap: null as string | null,
  trackingCode: '',
  isCancelled: false,
}
const step = (what: TimelineStep['what'], facts: Partial<TimelineStep> = {}): TimelineStep => ({
  what,
  at: null,
  detail: '',
  trackingCode: '',
  invoiceID: '',
  amount: null,
  currency: '',
  ...facts,
})
const money = (amount: number, currency: string) => `${amount} ${currency}`
const told = (order: Partial<typeof placed>, steps?: TimelineStep[], hitch: { word: string } | null = null) =>
  evaluateProgress({ ...placed, ...order }, { steps, hitch, money }).map(({ word, state, at, text }) =>
    [word, state, at?.slice(0, 10) ?? '', text].filter(Boolean).join(' | '),
  )

const day = '2026-11-18'
const shippedAt = '2026-11-20T09:00:00.000Z'
const cases: [what: string, got: string[], wanted: string[]][] = [
  [
    'is only placed until the ERP assigns a number',
    told({}, []),
    [`Placed | done | ${day}`, 'In preparation | ahead', 'Shipped | ahead', 'Invoiced | ahead'],
  ],
  [
    'is in preparation once it has its number',
    told({ orderIdSap: '512122' }, [step('numbered', { at: shippedAt })]),
    [`Placed | done | ${day}`, 'In preparation | now | 2026-11-20', 'Shipped | ahead', 'Invoiced | ahead'],
  ],
  [
    'marks dates that were not recorded',
    told({ orderIdSap: '512122', orderStatusSap: '2', trackingCode: '1Z9' }, [step('shipped')]),
    [
      `Placed | done | ${day}`,
      'In preparation | done | Date unknown',
      'Shipped | done | Date unknown',
      'Invoiced | ahead',
    ],
  ],
  [
    'sums its invoices and leaves canceled ones out',
    told({ orderIdSap: '512122', orderStatusSap: '3' }, [
      step('shipped', { at: shippedAt }),
      step('invoiced', { at: shippedAt, amount: 10.1, currency: 'USD' }),
      step('invoiced', { at: shippedAt, currency: 'USD' }),
      step('invoiced', { at: shippedAt, amount: 0.2, currency: 'USD' }),
    ]).slice(2),
    ['Shipped | done | 2026-11-20', 'Invoiced | done | 2026-11-20 | 10.3 USD'],
  ],
  [
    'does not invent an invoice for a completed order',
    told({ orderIdSap: '512122', orderStatusSap: '3' }, []).slice(3),
    ['Invoiced | done | Invoice not available'],
  ],
  [
    'stops if the ERP did not accept it',
    told({}, [], { word: 'On hold' }),
    [`Placed | done | ${day}`, 'On hold | stopped', 'Shipped | ahead', 'Invoiced | ahead'],
  ],
  [
    'ends at the cancellation',
    told({ orderIdSap: '512122', isCancelled: true }, []),
    [`Placed | done | ${day}`, 'Canceled | stopped | Date unknown'],
  ],
  [
    'marks no date as unknown while the timeline is loading',
    told({ orderIdSap: '512122', orderStatusSap: '3' }),
    [`Placed | done | ${day}`, 'In preparation | done', 'Shipped | done', 'Invoiced | done'],
  ],
]
for (const [what, got, wanted] of cases)
  test(`an order ${what}`, () => {
    assert.deepEqual(got, wanted)
  })
