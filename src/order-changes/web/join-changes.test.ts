import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Change } from '#orders/order-shapes.ts'
import type { RequestedChange } from '../change-shapes.ts'
import { joinChanges } from './join-changes.ts'

const at = (hour: number) => `2026-11-28T${String(hour).padStart(2, '0')}:00:00.000Z`
const event = (hour: number, line: number | null, before: string, after: string, field: Change['field'] = 'quantity') =>
  ({ at: at(hour), line, name: 'A', field, before, after }) satisfies Change
const request = (
  hour: number,
  ...lines: [line: number, from: number, to: number, state: 'asked' | 'done' | 'tooLate'][]
): RequestedChange => ({
  _id: String(hour),
  by: 'Bo',
  at: at(hour),
  reason: '',
  endedAt: null,
  lines: lines.map(([line, from, to, state]) => ({
    line,
    name: 'A',
    coldStatus: '',
    deaSchedule: '',
    from,
    to,
    state,
    answer: '',
  })),
})

/** Each entry by its hour, and of the readings how many changes. */
const told = (events: Change[], requests: RequestedChange[]) =>
  joinChanges(events, requests).map((entry) => [
    Number(entry.at.slice(11, 13)),
    entry.request ? 'asked' : entry.events.length,
  ])

const cases: [what: string, events: Change[], requests: RequestedChange[], told: unknown[]][] = [
  ['nothing', [], [], []],
  [
    'newest first',
    [event(1, 1, '9', '8'), event(5, 1, '8', '7')],
    [request(3, [2, 4, 3, 'asked'])],
    [
      [5, 1],
      [3, 'asked'],
      [1, 1],
    ],
  ],
  ['one reading is one entry', [event(1, 1, '9', '8'), event(1, 2, '9', '8')], [], [[1, 2]]],
  ['what was asked and done is told once', [event(4, 1, '9', '8')], [request(3, [1, 9, 8, 'done'])], [[3, 'asked']]],
  [
    'lines that are done at different times',
    [event(4, 1, '9', '8'), event(5, 2, '4', '0')],
    [request(3, [1, 9, 8, 'done'], [2, 4, 0, 'done'])],
    [[3, 'asked']],
  ],
  [
    'the ERP lowered more than was asked',
    [event(4, 1, '9', '7')],
    [request(3, [1, 9, 8, 'done'])],
    [
      [4, 1],
      [3, 'asked'],
    ],
  ],
  [
    'the same figures before the request',
    [event(2, 1, '9', '8')],
    [request(3, [1, 9, 8, 'done'])],
    [
      [3, 'asked'],
      [2, 1],
    ],
  ],
  [
    'the same figures twice',
    [event(4, 1, '9', '8'), event(6, 1, '9', '8')],
    [request(3, [1, 9, 8, 'done'])],
    [
      [6, 1],
      [3, 'asked'],
    ],
  ],
  [
    'the office lowered what was too late',
    [event(4, 1, '9', '8')],
    [request(3, [1, 9, 8, 'tooLate'])],
    [
      [4, 1],
      [3, 'asked'],
    ],
  ],
  [
    'a price is no outcome',
    [event(4, 1, '9', '8', 'price')],
    [request(3, [1, 9, 8, 'done'])],
    [
      [4, 1],
      [3, 'asked'],
    ],
  ],
  [
    'a line without position',
    [event(4, null, '9', '8')],
    [request(3, [1, 9, 8, 'done'])],
    [
      [4, 1],
      [3, 'asked'],
    ],
  ],
]

for (const [what, events, requests, expected] of cases)
  it(`joins ${what}`, () => assert.deepEqual(told(events, requests), expected))
