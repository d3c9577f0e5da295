import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trackingLinks, trackingNumbersIn } from './tracking.ts'

const ups = 'https://www.ups.com/track?tracknum='
const fedEx = 'https://www.fedex.com/fedextrack/?trknbr='

const cases: [what: string, codes: string | null, shipVia: string, links: (string | null)[]][] = [
  ['nothing', '', '', []],
  ['no list at all', null, 'UPS GROUND', []],
  ['a number with 1Z', '1Z999AA10123456784', 'UPS GROUND', [`${ups}1Z999AA10123456784`]],
  ['1Z wins over FedEx', '1Z999AA10123456784', 'FEDEX PRIORITY OVERNIGHT', [`${ups}1Z999AA10123456784`]],
  ['1Z, whatever its check digit', '1Z999AA10123456785', 'FEDEX', [`${ups}1Z999AA10123456785`]],
  ['FedEx by ship via', '986578788855', 'fedex overnight', [`${fedEx}986578788855`]],
  ['FedEx, even with a wrong check digit', '986578788854', 'fedex overnight', [`${fedEx}986578788854`]],
  ['FedEx Ground with its check digit', '123456789012343', 'FEDEX GROUND', [`${fedEx}123456789012343`]],
  ['neither is the first carrier', '986578788855', 'TRUCK', [`${ups}986578788855`]],
  ['leading zeros', '000986578788855', 'FEDEX', [`${fedEx}986578788855`]],
  ['zeros before 1Z', '001Z999AA10123456784', 'FEDEX', [`${ups}1Z999AA10123456784`]],
  [
    'a list with blanks and gaps',
    ' 1Z999AA10123456784 ,, 00986578788855 ,',
    'FEDEX',
    [`${ups}1Z999AA10123456784`, `${fedEx}986578788855`],
  ],
  ['only zeros', '0000', '', []],
  ['words', 'see invoice', '', [null]],
  ['words of a FedEx order', 'seeinvoice', 'FEDEX', [null]],
  ['characters that need URL encoding', '12 34&x=<b>', '', [null]],
]

for (const [what, codes, shipVia, links] of cases) {
  test(`tracking: ${what}`, () =>
    assert.deepEqual(
      trackingLinks(codes, shipVia).map(({ link }) => link),
      links,
    ))
}

const one = '1Z999AA10123456784'
const two = '1Z879E930346834440'
const express = '986578788855'
const other = '477179081230'

const fields: [typed: string, numbers: string[]][] = [
  [`${one} ${two}`, [one, two]],
  [`${one},${two}`, [one, two]],
  [`${one} / ${two}`, [one, two]],
  [`${one}/${two}`, [one, two]],
  [`${one} and ${two}`, [one, two]],
  [`${one} & ${two}; ${express}`, [one, two, express]],
  [`${one}\n${two}`, [one, two]],
  [`${express} ${other}`, [express, other]],
  ['1Z 999 AA1 01 2345 6784', [one]],
  ['1Z 999 AA1 01 2345 6784 1Z 879 E93 03 4683 4440', [one, two]],
  ['9865 7878 8855', [express]],
  ['9865 7878 8855, 4771 7908 1230', [express, other]],
  ['9865 7878 8855 4771 7908 1230', [express, other]],
  [`UPS: ${one}`, [one]],
  [`FedEx ${express} (2 boxes)`, [express]],
  [`#${one}.`, [one]],
  [`PRO 123456789 and 987654321`, ['123456789', '987654321']],
  ['123456789 987654321', ['123456789', '987654321']],
  ['000986578788855', ['000986578788855']],
  [`${one} ${one}`, [one]],
  ['1Z999', ['1Z999']],
  ['see invoice', []],
  ['see invoice 12345', []],
  ['shipped 11/26/2026', []],
  ['2026-11-26', []],
  ['will follow', []],
  ['N/A', []],
  ['2 pallets', []],
  ['truck', []],
  ['', []],
]
for (const [typed, numbers] of fields)
  test(`a field that says ${JSON.stringify(typed)}`, () => assert.deepEqual(trackingNumbersIn(typed), numbers))
