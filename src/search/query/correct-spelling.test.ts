import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctSpelling } from './correct-spelling.ts'
import { makeIndex, putInIndex } from '../index/index-products.ts'
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
  // Two typos in longer words.
  ['lysinoprill', 'lisinopril'],
  ['losarton 5 mg', 'losartan 5 mg'],
  // Names on the market count too, complete or not.
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
  // Only one name is near, but it is a look-alike of another.
  ['prednisne', ['prednisone', 'prednisolone']],
  ['hydroxizine 25', ['hydroxyzine 25', 'hydralazine 25', 'hydromorphone 25']],
  ['cefaxolin', ['cefazolin', 'ceftriaxone']],
]

for (const [typed, offered] of choices)
  test(`${typed} offers several corrections`, () => {
    const { ways, offers } = correctSpelling(index, typed.split(' '), false)
    assert.deepEqual([ways, offers.map(({ words }) => words.join(' '))], [[], offered])
  })

test('a word still being typed is compared by its prefix', () =>
  assert.equal(correctSpelling(index, ['lisinp'], true).ways[0]?.words[0], 'lisinopril'))

for (const typed of ['zzzyyyxxx', 'lisinopril', '12345', 'clarithromycin', 'hydralazine', 'tylenol'])
  test(`${typed} is not corrected`, () =>
    assert.deepEqual(correctSpelling(index, [typed], false), { ways: [], offers: [] }))
