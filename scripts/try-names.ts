// Draws names from a file of packages and asks the search for each: `node scripts/run.mjs scripts/try-names.ts PATH [SEED] [COUNT]`.
// Ends with 1 where a name is answered with another drug.
import { wordsOf } from '../src/catalogue/cut-words.ts'
import { formOf } from '../src/catalogue/name-form.ts'
import { indexedProduct } from '../src/search/engine/testing-index.ts'
import { drawNames, firstPage, indexOf, otherDrugs } from '../src/search/engine/testing-names.ts'
import { readFacts } from '../demo/make-facts.ts'

const [path, seed = '1', count = '300'] = process.argv.slice(2)
if (path === undefined) throw new Error('Name the file of the packages.')
const facts = readFacts(path)
const products = facts.map(({ ndc11, brand, generic, labeler, strength, form, category }) => {
  const name = [brand, strength, form].filter(Boolean).join(' ').slice(0, 300)
  return indexedProduct({
    id: ndc11,
    name,
    brand: brand.slice(0, 200),
    genericName: generic.slice(0, 500),
    manufacturer: labeler,
    category,
    ndcNumber: ndc11,
    ndcKey: ndc11.replaceAll('-', ''),
    form: formOf(name),
  })
})
const index = indexOf(products)
const byId = new Map(products.map((product) => [product.id, product]))
/** Who types the name of a maker asks for its products; of a longer text the search reads twelve words. */
const makers = new Set(facts.map(({ labeler }) => wordsOf(labeler)[0]))
const isDrawn = (name: string): boolean => {
  const words = wordsOf(name)
  return name.length > 2 && words.length <= 12 && !makers.has(words[0])
}
const all = facts.flatMap(({ brand, generic }) => [brand, generic])
const names = drawNames([...new Set(all)].filter(isDrawn), Number(seed), Number(count))
const wrong = names.filter((name) => {
  const others = otherDrugs(index, byId, name)
  for (const other of others.slice(0, 3)) console.log(`${name}: ${other.name} (${other.genericName})`)
  return others.length > 0
})
const found = names.filter((name) => firstPage(index, name).length > 0)
console.log(`${names.length} names, ${found.length} found, ${wrong.length} answered with another drug`)
process.exit(wrong.length === 0 ? 0 : 1)
