import assert from 'node:assert/strict'
import { test } from 'node:test'
import { correctSpelling } from './correct-spelling.ts'
import { makeIndex, putProduct } from './index-products.ts'
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
for (const [at, name] of names.entries()) putProduct(index, indexedProduct({ id: String(at), name }))

const cases: [typed: string, meant: string | undefined][] = [
  // Swapped, missing, doubled, wrong.
  ['lisinorpil', 'lisinopril'],
  ['lisnopril', 'lisinopril'],
  ['lisinoppril', 'lisinopril'],
  ['lisinoptil', 'lisinopril'],
  // Two slips, where there are letters enough.
  ['lysinoprill', 'lisinopril'],
  ['losatran 5 mg', 'losartan 5 mg'],
  // Not finished yet.
  ['lidin', 'lisinopril'],
  // Fewer slips win.
  ['prednisne', 'prednisone'],
  ['prednisolne', 'prednisolone'],
  // Split and run together.
  ['lisino pril', 'lisinopril'],
  ['lisinoprilprednisone', 'lisinopril prednisone'],
  ['lisinopril20mg', 'lisinopril 20 mg'],
  // Nothing near, nothing wrong.
  ['zzzyyyxxx', undefined],
  ['lisinopril', undefined],
  ['12345', undefined],
]

for (const [typed, meant] of cases)
  test(`${typed} ${meant === undefined ? 'stays' : `means ${meant}`}`, () =>
    assert.equal(correctSpelling(index, typed.split(' '))[0]?.words.join(' '), meant))
