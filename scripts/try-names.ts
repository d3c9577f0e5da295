// Searches for the names in a file of packages: `node scripts/run.mjs scripts/try-names.ts PATH [SEED] [COUNT]` draws
// some, `... PATH all` tests all of them, and `... PATH all demo` searches the demo's products. Exits with 1 if a name
// returns another drug.
import { splitWords } from '../src/catalog/split-words.ts'
import { drugNames, nameKey } from '../src/search/lexicon/read-drug-names.ts'
import { drawNames, indexOf, indexedDemo, indexedPackages } from '../src/search/query/testing-index.ts'
import { scorerOf } from '../src/search/query/testing-score.ts'
import type { IndexedProduct } from '../src/search/index/index-products.ts'
import { scoreByFacts } from './score-by-facts.ts'
import { readFacts } from '../demo/make-facts.ts'
import { demoProducts } from '../demo/products.ts'

const [path, seed = '1', count = '300'] = process.argv.slice(2)
if (path === undefined) throw new Error('Pass the file of packages.')
const facts = readFacts(path)
const products = count === 'demo' ? indexedDemo(demoProducts()) : indexedPackages(facts)
const answerTo = scorerOf(indexOf(products), products)
/** A manufacturer's name returns its products; of longer queries the search reads only 12 words. */
const makers = new Set(products.map(({ manufacturer }) => splitWords(manufacturer)[0]))
/** Forms, strengths and single letters are not names: `Eye Drops`, `70%`. */
const isAsked = (name: string): boolean => {
  const words = splitWords(name)
  return nameKey(words).length > 1 && name.length > 2 && words.length <= 12 && !makers.has(words[0])
}
const lexicon = seed === 'all' ? drugNames().all.keys() : []
const all = new Set([...facts.flatMap(({ brand, generic }) => [brand, generic]), ...lexicon])
const known = [...all].filter(isAsked)
const names = seed === 'all' ? known : drawNames(known, Number(seed), Number(count))
const score = scoreByFacts<IndexedProduct>(facts, products)
const byId = new Map(products.map((product) => [product.id, product]))
let [found, wrong, silent, factsWrong, onlyCalled, otherwise, everyday, factsMissed, unknown] = [
  0, 0, 0, 0, 0, 0, 0, 0, 0,
]
for (const name of names) {
  const { hits, others, isCarried } = answerTo(name)
  const verdict = score(
    name,
    hits.flatMap(({ id }) => byId.get(id) ?? []),
  )
  if (verdict.isUnknown) unknown++
  if (verdict.isMissed) factsMissed++
  const [stranger] = verdict.wrong.filter((hit) => !verdict.called.includes(hit))
  const [given] = verdict.otherwise
  if (verdict.isEveryday && verdict.wrong.length > 0) everyday++
  else if (stranger) factsWrong++
  else if (verdict.wrong.length > 0) onlyCalled++
  if (given) otherwise++
  if (stranger)
    console.log(`facts${verdict.isEveryday ? ', a word' : ''}: ${name}: ${stranger.name} (${stranger.genericName})`)
  if (given) console.log(`facts, given otherwise: ${name}: ${given.name} (${given.genericName})`)
  if (verdict.isMissed) console.log(`facts: ${name}: nothing, though it is carried`)
  if (hits.length > 0) found++
  else if (isCarried) {
    silent++
    console.log(`${name}: nothing, though it is carried`)
  }
  if (others.length > 0) wrong++
  for (const other of others.slice(0, 3)) console.log(`${name}: ${other.name} (${other.genericName})`)
}
console.log(
  `${names.length} names, ${found} found, ${wrong} answered with another drug, ${silent} carried and not found`,
)
console.log(
  `by the facts of the file alone: ${factsWrong} answered with another drug, ${otherwise} with the same given otherwise, ${everyday} words of everyday, ${onlyCalled} with one that has the whole name in its own, ${factsMissed} carried and not found, ${unknown} that the file does not know`,
)
process.exit(wrong === 0 ? 0 : 1)
