import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FoundRecord, isRecordText, isSameNumber, meantRecord, readRecordText } from './found-record.ts'

const cases: [typed: string, text: string, kinds: string[] | null][] = [
  ['510020', '510020', null],
  [' #510020 ', '510020', null],
  ['Order 510020', '510020', ['order']],
  ['order no. 510020', '510020', ['order']],
  ['order #510020', '510020', ['order']],
  ['PO 4711', '4711', ['order', 'invoice']],
  ['P.O. 4711', '4711', ['order', 'invoice']],
  ['purchase order: 4711', '4711', ['order', 'invoice']],
  // A number that has this prefix itself.
  ['PO-77', 'PO-77', null],
  ['INV-90001', 'INV-90001', null],
  ['PO4711', 'PO4711', null],
  ['Invoice 90000123', '90000123', ['invoice']],
  ['tracking 1Z 999 AA1', '1Z 999 AA1', ['order', 'invoice']],
  ['account 1000001', '1000001', ['customer']],
  // Without a number it is an ordinary name.
  ['Order of Mercy', 'Order of Mercy', null],
  ['inv', 'inv', null],
  ['poviral 5 mg', 'poviral 5 mg', null],
  ['invokana 100 mg', 'invokana 100 mg', null],
  ['Customer', 'Customer', null],
]
for (const [typed, text, kinds] of cases)
  test(`${JSON.stringify(typed)} searches for ${text}`, () => assert.deepEqual(readRecordText(typed), { text, kinds }))

test('a number matches in any spelling, and an empty one never', () => {
  for (const [one, other] of [
    ['1Z 999 AA1', '1z999aa1'],
    ['0000510020', '510020'],
    ['PO-77', 'po 77'],
  ] as const)
    assert.ok(isSameNumber(one, other))
  for (const [one, other] of [
    ['510020', '51002'],
    ['', ''],
    ['-', '#'],
  ] as const)
    assert.ok(!isSameNumber(one, other))
})

test('two letters are too few to identify a record', () => {
  assert.ok(!isRecordText(readRecordText('ab')))
  assert.ok(!isRecordText(readRecordText('#1 2')))
  assert.ok(isRecordText(readRecordText('abc')))
})

const record = (kind: FoundRecord['kind'], fit: FoundRecord['fit'], _id: string = kind): FoundRecord => ({
  kind,
  _id,
  title: '',
  detail: '',
  fit,
})

test('a complete number leads to its one record, or to the list of records that share it', () => {
  const [order, invoice] = [record('order', 'own'), record('invoice', 'own')]
  assert.equal(meantRecord([record('order', 'part'), order, record('invoice', 'other')]), order)
  assert.equal(meantRecord([invoice]), invoice)
  const byPo = record('order', 'other')
  assert.equal(meantRecord([byPo, record('invoice', 'other'), record('invoice', 'other', '2')]), byPo)
  assert.equal(meantRecord([byPo, record('order', 'other', '2')]), 'order')
  assert.equal(meantRecord([record('invoice', 'other'), record('invoice', 'other', '2')]), 'invoice')
})

test('an ambiguous number leads nowhere', () => {
  assert.equal(meantRecord([]), null)
  assert.equal(meantRecord([record('order', 'part'), record('person', 'part')]), null)
  assert.equal(meantRecord([record('order', 'own'), record('invoice', 'own')]), null)
})
