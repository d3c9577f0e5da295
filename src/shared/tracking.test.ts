import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trackingLinks } from './tracking.ts'

const cases: [what: string, codes: string | null, shipVia: string, links: string[]][] = [
  ['nothing', '', '', []],
  ['no list at all', null, 'UPS GROUND', []],
  ['a number with 1Z', '1Z999AA10123456784', 'UPS GROUND', ['https://www.ups.com/track?tracknum=1Z999AA10123456784']],
  ['1Z wins over FedEx', '1Z999AA1', 'FEDEX PRIORITY OVERNIGHT', ['https://www.ups.com/track?tracknum=1Z999AA1']],
  ['FedEx by ship via', '794612345678', 'fedex overnight', ['https://www.fedex.com/fedextrack/?trknbr=794612345678']],
  ['neither is the first carrier', '794612345678', 'TRUCK', ['https://www.ups.com/track?tracknum=794612345678']],
  ['leading zeros', '000794612345678', 'FEDEX', ['https://www.fedex.com/fedextrack/?trknbr=794612345678']],
  ['zeros before 1Z', '001Z999', 'FEDEX', ['https://www.ups.com/track?tracknum=1Z999']],
  [
    'a list with blanks and gaps',
    ' 1Z1 ,, 0042 ,',
    'FEDEX',
    ['https://www.ups.com/track?tracknum=1Z1', 'https://www.fedex.com/fedextrack/?trknbr=42'],
  ],
  ['only zeros', '0000', '', []],
  [
    'what does not belong into an address',
    '12 34&x=<b>',
    '',
    ['https://www.ups.com/track?tracknum=12%2034%26x%3D%3Cb%3E'],
  ],
]

for (const [what, codes, shipVia, links] of cases) {
  test(`tracking: ${what}`, () =>
    assert.deepEqual(
      trackingLinks(codes, shipVia).map(({ link }) => link),
      links,
    ))
}
