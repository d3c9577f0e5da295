// Writes the names that the search knows: `node scripts/run.mjs scripts/write-drug-names.ts PATH/TO/catalogue.csv.gz`.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readFacts } from '../demo/make-facts.ts'
import { slipsBetween } from '../src/search/engine/correct-spelling.ts'
import { wordsOf } from '../src/catalogue/cut-words.ts'
import { formulaOf, isOtherAsSalt, keyOf, saltNames } from '../src/search/engine/cut-formula.ts'
import { nameKey } from '../src/search/engine/read-drug-names.ts'

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Name the file of all packages of the market.')
const target = resolve(import.meta.dirname, '../src/search/engine/drug-names.txt.gz')

const tidy = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’®™]|\p{M}/gu, '')
    .replaceAll(/[^a-z0-9,;/+&.%-]+/g, ' ')
    .trim()

/** Longer ones list what is in a mixture of dozens. */
const longestGeneric = 300

const wordsIn = (text: string): string[] => text.match(/[a-z]{7,}/g) ?? []

const facts = readFacts(path).map(({ brand, generic }) => ({ brand: tidy(brand), generic: tidy(generic) }))
const brandWords = new Set(facts.flatMap(({ brand }) => wordsIn(brand)))
const timesOf = new Map<string, number>()
for (const { generic } of facts) for (const word of wordsIn(generic)) timesOf.set(word, (timesOf.get(word) ?? 0) + 1)

/** Generic names on a few labels, a letter from a word on hundreds of times as many: who copied the label slipped. */
const slips = new Map(
  [...timesOf]
    .filter(([word, times]) => times <= 3 && !brandWords.has(word))
    .flatMap(([word, times]) => {
      const [meant] =
        [...timesOf].find(([other, more]) => more >= 100 * times && slipsBetween(word, other, 1) === 1) ?? []
      return meant === undefined ? [] : [[word, meant] as const]
    }),
)

/** The salts are a list: what is a letter from one of them is none. */
const spelt = (word: string): string =>
  slips.get(word) ?? [...saltNames].find((salt) => !saltNames.has(word) && slipsBetween(word, salt, 1) === 1) ?? word

const packages = facts.map(({ brand, generic }) => {
  const tidied = generic.replaceAll(/[a-z]{7,}/g, spelt)
  const isShort = tidied.length <= longestGeneric
  return {
    brand: nameKey(wordsOf(brand)),
    generic: isShort ? tidied : '',
    key: isShort ? keyOf(formulaOf(tidied)) : '',
  }
})

/** Many stores give one name to dozens of drugs: it stands for one that most of its packages are. */
const mainOf = Map.groupBy(packages, ({ brand }) => brand)
const meaning = new Map(
  [...mainOf].map(([brand, all]) => {
    const [main = []] = [...Map.groupBy(all, ({ key }) => key).values()].toSorted(
      (one, other) => other.length - one.length,
    )
    return [brand, 2 * main.length > all.length ? main : []]
  }),
)

/** Esters of these are other products: of a brand that is sold as several, or that some labels name without, most packages decide. */
const mostlySalted = <P extends { generic: string }>(main: P[]): P[] => {
  if (!main.some(({ generic }) => isOtherAsSalt(formulaOf(generic)) && formulaOf(generic).substances.length === 1))
    return main
  const bySalts = Map.groupBy(main, ({ generic }) => formulaOf(generic).salts.join(' '))
  const [most = main] = [...bySalts.values()].toSorted((one, other) => other.length - one.length)
  return most
}

/** Some write the brand where its generic name belongs. */
const isBrand = (generic: string, key: string): boolean => {
  const [one] = meaning.get(nameKey(wordsOf(generic))) ?? []
  return one !== undefined && one.key !== key
}

const lines = new Map<string, Set<string>>()
const brandsAs = (generic: string): Set<string> => {
  const known = lines.get(generic) ?? new Set()
  lines.set(generic, known)
  return known
}
for (const { generic, key } of packages) brandsAs(isBrand(generic, key) ? '' : generic)
for (const [brand, main] of meaning) {
  if (brand === '') continue
  const generics = [...Map.groupBy(mostlySalted(main), ({ generic }) => generic).keys()].filter((generic) =>
    lines.has(generic),
  )
  for (const generic of generics.length > 0 ? generics : ['']) brandsAs(generic).add(brand)
}
const text = [...lines].map(([generic, brands]) => [generic, ...[...brands].toSorted()].join('\t'))
writeFileSync(target, gzipSync(text.toSorted().join('\n'), { level: 9 }))
