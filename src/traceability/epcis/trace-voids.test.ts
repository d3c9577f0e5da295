import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caseUri, packageUri, shipping, voiding } from './testing-documents.ts'
import { traceShipment } from './testing-trace.ts'

const earlier = '2026-03-31T08:00:00Z'
const another = '0300022222221'
const voids: [title: string, events: string, serials: string[][], open: string[], finding: string | null][] = [
  ['its case', voiding([caseUri('110')]), [], [], 'Event 4 takes back 4 packages (void_shipping).'],
  ['a package', voiding([packageUri('12')]), [['11', '13', '14']], [], 'Event 4 takes back 1 package (void_shipping).'],
  ['a package twice', voiding([packageUri('12'), packageUri('12')]), [['11', '13', '14']], [], '1 package ('],
  ['what was never shipped', voiding([packageUri('99')]), [['11', '12', '13', '14']], ['00300010123455/99'], null],
  [
    'what is shipped later',
    voiding([caseUri('110')], { at: earlier }),
    [['11', '12', '13', '14']],
    ['10300010123452/110'],
    null,
  ],
  [
    'what another sold',
    voiding([caseUri('110')], { seller: another }),
    [['11', '12', '13', '14']],
    ['10300010123452/110'],
    null,
  ],
  [
    'a case that is shipped again',
    `${voiding([caseUri('110')])}${shipping([caseUri('110')], { at: '2026-04-03T08:00:00Z' })}`,
    [['11', '12', '13', '14']],
    [],
    'Event 4 takes back 4 packages (void_shipping).',
  ],
  [
    'a case, with another action',
    voiding([caseUri('110')], { action: 'DELETE' }),
    [],
    [],
    'Event 4: void_shipping has the action DELETE, not OBSERVE.',
  ],
]

for (const [title, after, serials, open, finding] of voids)
  test(`void_shipping of ${title}: what is left, and what it takes back of other documents`, () => {
    const { traced, findings } = traceShipment({ after })
    assert.deepEqual(
      traced.shipments.map(({ packages }) => packages.map(({ serial }) => serial)),
      serials,
    )
    assert.deepEqual(
      traced.voids.flatMap(({ items }) => items.map(({ key }) => key)),
      open,
    )
    if (finding === null) assert.deepEqual(findings, [])
    else
      assert.ok(
        findings.some((one) => one.includes(finding)),
        findings.join('\n'),
      )
  })
