import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoProducts } from '../../../demo/products.ts'
import { drawNames, firstPage, indexedDemo, indexedProduct, indexOf } from './testing-index.ts'
import { scorerOf } from './testing-score.ts'
import { drugNames } from '../lexicon/read-drug-names.ts'

const products = indexedDemo(demoProducts())
const answerTo = scorerOf(indexOf(products), products)
/** A manufacturer's name asks for its products. */
const makers = new Set(products.map(({ manufacturer }) => manufacturer.toLowerCase().split(' ')[0]))
const names = [...drugNames().all.keys()].filter((name) => name.length > 2 && !makers.has(name))

for (const seed of [1, 2, 3])
  test(`none of 300 names drawn with seed ${seed} returns another drug`, () => {
    const drawn = drawNames(names, seed, 300)
    assert.equal(drawn.length, 300)
    const wrong = drawn.flatMap((name) => answerTo(name).others.map((product) => `${name}: ${product.name}`))
    assert.deepEqual(wrong, [])
  })

test('names from the catalog find products with that name', () => {
  const carried = drawNames(
    products.map(({ brand }) => brand).filter((brand) => brand !== ''),
    4,
    300,
  )
  const wrong = carried.filter((name) => answerTo(name).others.length > 0)
  assert.deepEqual(wrong, [])
})

test('a name is found if the label abbreviates one of its words', () => {
  const products = [
    indexedProduct({
      id: 'relief',
      name: 'Mucus Relief Cold, Flu and Sore Throat Liquid',
      brand: 'Mucus Relief Cold, Flu and Sore Throat',
      genericName: 'Mucinex Cold, Flu and Sore Throat Maximum Strength',
    }),
  ]
  const index = indexOf(products)
  for (const word of ['flu', 'influenza'])
    assert.deepEqual(firstPage(index, `mucinex cold ${word} and sore throat maximum strength`), ['relief'], word)
})

test('a descriptive word within a name is part of the name', () => {
  const product = indexedProduct({
    id: 'tussin',
    name: 'Green Tussin Sugar Free 0.667/6.67 mg/mL Oral Solution',
    brand: 'Green Tussin Sugar Free',
    genericName: 'Green Tussin Sugar Free DM',
  })
  for (const name of ['green tussin sugar free dm', 'green tussin sugar free dextromethorphan'])
    assert.deepEqual(firstPage(indexOf([product]), name), ['tussin'], name)
})
