import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { dashedNdc, ndcKey, ndcKeys, ndcNotations } from './normalize-ndc.ts'

const notations: [text: string, key: string][] = [
  ['0006-3029-02', '00006302902'],
  ['10019-956-01', '10019095601'],
  ['10096-0200-1', '10096020001'],
  ['00006-3029-02', '00006302902'],
  ['00006302902', '00006302902'],
  [' NDC: 0006-3029-02 ', '00006302902'],
  ['0006 3029 02', '00006302902'],
  ['0006–3029–02', '00006302902'],
  ['00006 - 3029 - 02', '00006302902'],
  ['00006\u00a03029 02', '00006302902'],
  ['000 063 029 02', '00006302902'],
  ['\u200b00006-3029-02\ufeff', '00006302902'],
  ['12345--6789-01', ''],
  ['', ''],
  ['SUP-10091', ''],
  ['1234-567-89', ''],
  ['12345-6789-01-2', ''],
  ['123456789', ''],
  ['123456-7890-12', ''],
  ['123456789012', ''],
  ['ABCDE-FGHI-JK', ''],
  ['00000-0000-00', ''],
  ['12345--6789', ''],
  ['12345-6789-012', ''],
  ['٠٠٠٠٦-٣٠٢٩-٠٢', ''],
]

for (const [text, key] of notations) test(`the NDC "${text}" is "${key}"`, () => assert.equal(ndcKey(text), key))

test('ten digits without dashes match three codes, so they are ambiguous', () => {
  assert.deepEqual(ndcKeys('1234567890'), ['01234567890', '12345067890', '12345678900'])
  assert.equal(ndcKey('1234567890'), '')
})

test('a code is written in every notation that it allows', () => {
  assert.equal(dashedNdc('00006302902'), '00006-3029-02')
  assert.deepEqual(ndcNotations('00006302902'), [
    '00006-3029-02',
    '0006-3029-02',
    '00006-3029-2',
    '00006302902',
    '0006302902',
    '0000630292',
  ])
  assert.deepEqual(ndcNotations('12345678912'), ['12345-6789-12', '12345678912'])
})

const table = process.env['NDC_VECTORS'] ?? ''

test('codes of the FDA directory', { skip: !existsSync(table) }, () => {
  const { pairs, invalid } = JSON.parse(readFileSync(table, 'utf8')) as {
    pairs: Record<string, [ten: string, eleven: string][]>
    invalid: string[]
  }
  for (const [ten, eleven] of Object.values(pairs).flat()) {
    const digits = eleven.replaceAll('-', '')
    for (const form of [ten, eleven, digits]) assert.equal(ndcKey(form), digits, form)
    assert.ok(ndcKeys(ten.replaceAll('-', '')).includes(digits), ten)
    for (const form of [ten, ten.replaceAll('-', ''), eleven, digits])
      assert.ok(ndcNotations(digits).includes(form), form)
  }
  for (const text of invalid) assert.equal(ndcKey(text), '', text)
})
