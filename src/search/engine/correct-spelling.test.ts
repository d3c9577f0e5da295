import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctSpelling } from './correct-spelling.ts'
import { makeIndex, putInIndex } from './index-products.ts'
import { indexedProduct } from './testing-index.ts'

const index = makeIndex()
const names = [
  'Lisinopril 10 mg',
  'Lisinopril 20 mg',
  'Prilosec 20 mg',
  'Prednisone 5 mg',
  'Prednisolone 5 mg',
  'Losartan',
]
for (const [at, name] of names.entries()) putInIndex(index, indexedProduct({ id: String(at), name }))

const cases: [typed: string, meant: string][] = [
  // Swapped, missing, doubled, wrong.
  ['lisinorpil', 'lisinopril'],
  ['lisnopril', 'lisinopril'],
  ['lisinoppril', 'lisinopril'],
  ['lisinoptil', 'lisinopril'],
  // Two slips, where there are letters enough.
  ['lysinoprill', 'lisinopril'],
  ['losarton 5 mg', 'losartan 5 mg'],
  // Of the market, not only of this catalogue; finished or not.
  ['claritromycin', 'clarithromycin'],
  ['clarithromyc', 'clarithromycin'],
  // Split and run together.
  ['lisino pril', 'lisinopril'],
  ['lisinoprilprednisone', 'lisinopril prednisone'],
  ['lisinopril20mg', 'lisinopril 20 mg'],
]

for (const [typed, meant] of cases)
  test(`${typed} means ${meant}`, () => {
    const { ways, offers } = correctSpelling(index, typed.split(' '), false)
    assert.deepEqual([ways[0]?.words.join(' '), offers], [meant, []])
  })

const choices: [typed: string, offers: string[]][] = [
  // One name is near, but it is mistaken for another one.
  ['prednisne', ['prednisone', 'prednisolone']],
  ['hydroxizine 25', ['hydroxyzine 25', 'hydralazine 25', 'hydromorphone 25']],
  ['cefaxolin', ['cefazolin', 'ceftriaxone']],
]

for (const [typed, offered] of choices)
  test(`${typed} is for the asker to choose`, () => {
    const { ways, offers } = correctSpelling(index, typed.split(' '), false)
    assert.deepEqual([ways, offers.map(({ words }) => words.join(' '))], [[], offered])
  })

test('a word that is still being typed is compared by its beginning', () =>
  assert.equal(correctSpelling(index, ['lisinp'], true).ways[0]?.words[0], 'lisinopril'))

for (const typed of ['zzzyyyxxx', 'lisinopril', '12345', 'clarithromycin', 'hydralazine', 'tylenol'])
  test(`${typed} stays`, () => assert.deepEqual(correctSpelling(index, [typed], false), { ways: [], offers: [] }))
