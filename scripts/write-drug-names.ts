// Generates the names that the search knows: `node scripts/run.mjs scripts/write-drug-names.ts
// PATH/TO/catalogue.csv.gz`.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { readFacts } from '../demo/make-facts.ts'
import { slipsBetween } from '../src/search/query/correct-spelling.ts'
import { splitWords } from '../src/catalog/split-words.ts'
import { formOf } from '../src/catalog/name-form.ts'
import { formulaOf, isOtherAsSalt, formulaKey, saltNames } from '../src/search/lexicon/parse-formula.ts'
import { isOfName, strengthUnits } from '../src/search/lexicon/expand-word.ts'
import { lineKey, nameKey } from '../src/search/lexicon/read-drug-names.ts'
import { type Route, routeOf } from '../src/search/lexicon/read-route.ts'

const [path] = process.argv.slice(2)
if (path === undefined) throw new Error('Pass the file of all packages.')
const target = resolve(import.meta.dirname, '../src/search/lexicon/drug-names.txt.gz')

const tidy = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’®™]|\p{M}/gu, '')
    .replaceAll(/[^a-z0-9,;/+&.%-]+/g, ' ')
    .trim()

/** Longer names list the ingredients of mixtures with dozens. */
const longestGeneric = 300

const wordsIn = (text: string): string[] => text.match(/[a-z]{7,}/g) ?? []

/** Routes by the source's column; eye products and over-the-counter products are never injections, whatever it says. */
const routes: Record<string, Route> = {
  Oral: 'oral',
  Sublingual: 'oral',
  Buccal: 'oral',
  Injection: 'injection',
  Ophthalmic: 'eye',
  Otic: 'ear',
  Nasal: 'nose',
  Inhalation: 'lung',
  Topical: 'skin',
  Transdermal: 'patch',
  Rectal: 'rectum',
  Vaginal: 'vagina',
  Irrigation: 'bladder',
  Dental: 'mouth',
  Implant: 'implant',
  Intrauterine: 'implant',
}

const facts = readFacts(path).map(({ brand, generic, form, route, category, rx_otc: rxOtc }) => {
  const said = routeOf(splitWords(`${brand} ${generic} ${form}`))
  const isDoubtful =
    route === 'Injection' && (category.startsWith('Ophthalmic') || rxOtc === 'OTC' || form.startsWith('Extended'))
  const given = said || (isDoubtful ? '' : (routes[route] ?? ''))
  // `Aerosol, metered` is an inhaler unless stated otherwise.
  return { brand: tidy(brand), generic: tidy(generic), route: given || routeOf([formOf(form).toLowerCase()]) }
})
const brandWords = new Set(facts.flatMap(({ brand }) => wordsIn(brand)))
const timesOf = new Map<string, number>()
for (const { generic } of facts) for (const word of wordsIn(generic)) timesOf.set(word, (timesOf.get(word) ?? 0) + 1)

/** Generic names on few labels that differ in one letter from a word on hundreds of times as many: label typos. */
const slips = new Map(
  [...timesOf]
    .filter(([word, times]) => times <= 3 && !brandWords.has(word))
    .flatMap(([word, times]) => {
      // Two typos in a long word with correct start and end.
      const isNear = (other: string) =>
        slipsBetween(word, other, 1) === 1 ||
        (word.length > 9 &&
          word.slice(0, 3) === other.slice(0, 3) &&
          word.slice(-3) === other.slice(-3) &&
          slipsBetween(word, other, 2) === 2)
      const [meant] = [...timesOf].find(([other, more]) => more >= 100 * times && isNear(other)) ?? []
      return meant === undefined ? [] : [[word, meant] as const]
    }),
)

/** Salts come from a list: a word one letter away from a salt is a typo. */
const spelt = (word: string): string =>
  slips.get(word) ?? [...saltNames].find((salt) => !saltNames.has(word) && slipsBetween(word, salt, 1) === 1) ?? word

/** Hospital billing codes give the strength of contrast media, but not which one it is. */
const isClass = /^[hl]ocm /

const labels = facts.map(({ brand, generic, route }) => {
  const tidied = generic.replaceAll(/[a-z]{7,}/g, spelt)
  const isKnown = tidied.length <= longestGeneric && !isClass.test(tidied)
  return { brand, generic: isKnown ? tidied : '', route }
})

const timesAsGeneric = Map.groupBy(labels, ({ generic }) => formulaKey(formulaOf(generic)))
const timesAsBrand = Map.groupBy(labels, ({ brand }) => nameKey(splitWords(brand)))
const fewest = 5

const isGeneric = (text: string): boolean => {
  const { substances } = formulaOf(text)
  return (
    substances.length > 0 &&
    substances.every((one) => (timesAsGeneric.get(formulaKey(formulaOf(one)))?.length ?? 0) >= fewest)
  )
}

/** Some labels swap brand and generic: a name made of known ingredients is the generic. */
const isExchanged = ({ brand, generic }: { brand: string; generic: string }): boolean =>
  timesAsBrand.has(nameKey(splitWords(generic))) && isGeneric(brand) && !isGeneric(generic)

const packages = labels.map((label) => {
  const { brand, generic } = isExchanged(label) ? { brand: label.generic, generic: label.brand } : label
  return {
    brand: nameKey(splitWords(brand)),
    line: lineKey(splitWords(brand)),
    route: label.route,
    generic,
    key: formulaKey(formulaOf(generic)),
  }
})

type Package = (typeof packages)[number]

/** Many store brands use one name for dozens of drugs; the name means the drug that most of its packages are. */
const mainOf = (all: Package[]): Package[] => {
  // Some generic names are only a strength.
  const named = all.filter(({ key }) => key !== '')
  const [main = []] = [...Map.groupBy(named, ({ key }) => key).values()].toSorted(
    (one, other) => other.length - one.length,
  )
  return 2 * main.length > named.length ? main : []
}

/**
 * If forms in the names distinguish drugs, the name without its form means none of them, unless it is a name itself.
 */
const meaningOf = (brand: string, all: Package[]): Package[] => {
  const main = mainOf(all)
  const own = all.filter(({ line }) => line === brand)
  const isOther = own.length > 0 && mainOf(own)[0]?.key !== main[0]?.key
  // Some labels give a class as the generic, such as antihistamine; the name means none of them.
  const ownWords = brand.split(' ')
  const isOfMain = main[0]?.key.split(' ').some((word) => ownWords.includes(word)) === true
  const isKind = own.length === 0 && !isOfMain && timesAsGeneric.has(brand)
  return isOther || isKind ? [] : main
}

const meaning = new Map(
  [...Map.groupBy(packages, ({ brand }) => brand)].map(([brand, all]) => [brand, meaningOf(brand, all)] as const),
)

/** The routes of its packages, ignoring a few that deviate. */
const routesOf = (all: Package[]): string => {
  const said = all.filter(({ route }) => route !== '')
  return [...Map.groupBy(said, ({ route }) => route)]
    .filter(([, some]) => 10 * some.length >= said.length)
    .map(([route]) => route)
    .toSorted()
    .join('+')
}

/**
 * Esters of these drugs are different products. If a brand is sold as several, or some labels omit the ester, most
 * packages decide.
 */
const mostlySalted = <P extends { generic: string }>(main: P[]): P[] => {
  if (!main.some(({ generic }) => isOtherAsSalt(formulaOf(generic)) && formulaOf(generic).substances.length === 1))
    return main
  const bySalts = Map.groupBy(main, ({ generic }) => formulaOf(generic).salts.join(' '))
  const [most = main] = [...bySalts.values()].toSorted((one, other) => other.length - one.length)
  return most
}

/** Some labels give the brand as the generic name. */
const isBrand = (generic: string, key: string): boolean => {
  const [one] = meaning.get(nameKey(splitWords(generic))) ?? []
  return one !== undefined && one.key !== key
}

const lines = new Map<string, Set<string>>()
const brandsAs = (generic: string): Set<string> => {
  const known = lines.get(generic) ?? new Set()
  lines.set(generic, known)
  return known
}
for (const { generic, key } of packages) brandsAs(isBrand(generic, key) ? '' : generic)

/** Records a brand with its drug and its route. */
const putBrand = (name: string, main: Package[], all: Package[]): void => {
  const own = all.filter(({ line }) => line === name)
  const given = routesOf(own.length > 0 ? own : all)
  const generics = [...Map.groupBy(mostlySalted(main), ({ generic }) => generic).keys()].filter((generic) =>
    lines.has(generic),
  )
  for (const generic of generics.length > 0 ? generics : [''])
    brandsAs(generic).add(given === '' ? name : `${name}=${given}`)
}

const byBrand = Map.groupBy(packages, ({ brand }) => brand)
for (const [brand, main] of meaning) if (brand !== '') putBrand(brand, main, byBrand.get(brand) ?? [])

const generics = new Set(packages.flatMap(({ key, generic }) => [key, nameKey(splitWords(generic))]))
const numbersIn = (line: string): string =>
  line
    .split(' ')
    .filter((word) => /^[\d.]+$/.test(word))
    .join(' ')
const isStrength = (line: string): boolean =>
  line.split(' ').some((word) => strengthUnits.includes(word) || word === '%')

/**
 * Variants of a brand with the same words, except for forms and numbers, that are another drug or have another route or
 * strength.
 */
for (const [brand, all] of byBrand) {
  if (brand === '' || generics.has(brand) || generics.has(formulaKey(formulaOf(brand)))) continue
  const numbers = new Set(all.map(({ line }) => numbersIn(line)).filter((some) => some !== ''))
  for (const [line, own] of Map.groupBy(all, (one) => one.line)) {
    if (line.split(' ').every(isOfName) || isStrength(line)) continue
    const [main] = Map.groupBy(own, ({ key }) => key).values()
    // A name shared by several drugs means none of them.
    const meant = main && main.length === own.length ? main : []
    const isOther = meant[0]?.key !== meaning.get(brand)?.[0]?.key
    const isOtherwiseGiven = routesOf(own) !== routesOf(all)
    if (isOther || isOtherwiseGiven || /^\d/.test(line) || (numbers.size > 1 && numbersIn(line) !== ''))
      putBrand(`+${line}`, meant, own)
  }
}
const text = [...lines].map(([generic, brands]) => [generic, ...[...brands].toSorted()].join('\t'))
writeFileSync(target, gzipSync(text.toSorted().join('\n'), { level: 9 }))
