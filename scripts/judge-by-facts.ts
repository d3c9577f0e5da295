/**
 * Judges what was found for a name by nothing but the file of all packages: what its rows say that the name consists of, what
 * they say of each hit, and which generic names share a code of RxNorm. It knows nothing of the search, and uses none of it.
 */
export interface Row {
  brand: string
  generic: string
  rxcui: string
}

export interface Product {
  brand: string
  genericName: string
}

export interface Verdict<P> {
  /** The file knows no such name. */
  isUnknown: boolean
  /** What has not all substances of the name, or stands first though the drug alone is carried. */
  wrong: P[]
  /** Of these, what at least has the whole name in its own. */
  called: P[]
  /** Nothing was found, though some product has the name or consists of the same. */
  isMissed: boolean
}

export const judgeByFacts = <P extends Product>(
  rows: readonly Row[],
  products: readonly P[],
): ((name: string, hits: readonly P[]) => Verdict<P>) => {
  const spelt = spellingOf(rows)
  const cut = new Map<string, Drug>()
  const drugOf = (generic: string): Drug => {
    const known = cut.get(generic) ?? cutDrug(wordsIn(generic).map((word) => spelt.get(word) ?? word))
    cut.set(generic, known)
    return known
  }
  const generics = new Set(rows.map(({ generic }) => keyOf(generic)))
  const drugs = [...new Map(rows.map((row) => [`${keyOf(row.brand)};${row.generic}`, row])).values()]
  const rowsOf = new Map<string, Row[]>()
  const rowsWith = new Map<string, Set<Row>>()
  const codes = Map.groupBy(rows, ({ rxcui }) => rxcui)
  codes.delete('')
  const sameAs = new Map<string, Set<string>>()
  for (const group of codes.values())
    for (const { generic } of group)
      sameAs.set(generic, new Set([...(sameAs.get(generic) ?? []), ...group.map((other) => other.generic)]))
  for (const row of drugs) {
    for (const key of new Set([keyOf(row.brand), keyOf(row.generic)]))
      rowsOf.set(key, [...(rowsOf.get(key) ?? []), row])
    for (const word of [...wordsIn(row.brand), ...wordsIn(row.generic)])
      rowsWith.set(word, (rowsWith.get(word) ?? new Set()).add(row))
  }
  /** Of a name that the lexicon has without its forms: rows that have all its words. */
  const rowsLike = (name: string): Row[] => {
    const lists = wordsIn(name).map((word) => rowsWith.get(word) ?? new Set<Row>())
    const [rarest, ...others] = lists.toSorted((one, other) => one.size - other.size)
    return rarest ? [...others.reduce((some, more) => some.intersection(more), rarest)] : []
  }
  /** Labels exchange brand and generic name now and then. */
  const readingsOf = ({ brand, generic }: Row): Drug[] => {
    const written = [generic, ...(sameAs.get(generic) ?? []), ...(generics.has(keyOf(brand)) ? [brand] : [])]
    return [...new Set(written)].map(drugOf).filter(({ words }) => words.size > 0)
  }
  const madeOf = new Map(
    products.map((product) => [product, readingsOf({ brand: product.brand, generic: product.genericName, rxcui: '' })]),
  )
  const carried = Map.groupBy(
    products.flatMap((product) => (madeOf.get(product) ?? []).map((drug) => ({ product, drug }))),
    ({ drug }) => drug.list,
  )
  const names = new Set(products.flatMap(({ brand, genericName }) => [keyOf(brand), keyOf(genericName)]))

  return (name, hits) => {
    const key = keyOf(name)
    const own = rowsOf.get(key) ?? rowsLike(name)
    const read = [...own.flatMap(readingsOf), ...(generics.has(key) ? [drugOf(name)] : [])]
    const asked = [...new Map(read.map((drug) => [`${drug.list};${listOf(drug.salts)}`, drug])).values()]
    const isCalledSo = ({ brand, genericName }: P) => keyOf(brand) === key || keyOf(genericName) === key
    const isSame = (one: Drug) => asked.some((other) => one.list === other.list && haveSalts(one, other))
    const isEqual = (product: P) => isCalledSo(product) || (madeOf.get(product) ?? []).some(isSame)
    const isWithin = (product: P) =>
      (madeOf.get(product) ?? []).some((one) =>
        asked.some((other) => other.words.isSubsetOf(one.words) && haveSalts(one, other)),
      )
    const isAlone = asked.some((one) => (carried.get(one.list) ?? []).some(({ drug }) => haveSalts(drug, one)))
    const wrong = hits.filter((hit, at) => !isEqual(hit) && !(isWithin(hit) && !(at === 0 && isAlone)))
    const typed = wordsIn(name)
    const isCarriedSo = asked.some((one) =>
      (carried.get(one.list) ?? []).some(({ drug }) => listOf(drug.salts) === listOf(one.salts)),
    )
    const isMeant = new Set(asked.map(({ list }) => list)).size === 1
    return {
      isUnknown: own.length === 0,
      wrong: own.length === 0 ? [] : wrong,
      called: wrong.filter(({ brand, genericName }) => {
        const has = new Set([...wordsIn(brand), ...wordsIn(genericName)])
        return typed.every((word) => has.has(word))
      }),
      isMissed:
        own.length > 0 && hits.length === 0 && name.search(ofMaker) < 0 && (names.has(key) || (isMeant && isCarriedSo)),
    }
  }
}

interface Drug {
  list: string
  words: Set<string>
  salts: Set<string>
}

const listOf = (words: ReadonlySet<string>): string => [...words].toSorted().join(' ')

/** Who names a salt is shown none but that, or what names none. */
const haveSalts = (one: Drug, other: Drug): boolean =>
  one.salts.size === 0 ||
  other.salts.size === 0 ||
  one.salts.isSubsetOf(other.salts) ||
  other.salts.isSubsetOf(one.salts)

/** Words on a few labels of which one or two letters are other than in a word on hundreds of times as many: who copied slipped. */
const spellingOf = (rows: readonly Row[]): Map<string, string> => {
  const times = new Map<string, number>()
  for (const { generic } of rows)
    for (const word of wordsIn(generic)) if (/^[a-z]{7,}$/.test(word)) times.set(word, (times.get(word) ?? 0) + 1)
  const common = [...times].filter(([, count]) => count > 100)
  const meant = (word: string, count: number): string | undefined =>
    common.find(
      ([other, more]) => more >= 50 * count && word.slice(0, 2) === other.slice(0, 2) && isNear(word, other),
    )?.[0]
  return new Map(
    [...times].flatMap(([word, count]) => {
      const other = count <= 20 ? meant(word, count) : undefined
      return other === undefined ? [] : [[word, other] as const]
    }),
  )
}

/** The same letters but two at most, in any order: that is enough where one word is rare and the other is not. */
const isNear = (one: string, other: string): boolean => {
  const left = [...other]
  let missing = 0
  for (const letter of one) {
    const at = left.indexOf(letter)
    if (at < 0) missing++
    else left.splice(at, 1)
  }
  return missing + left.length <= 2 && one.slice(-2) === other.slice(-2)
}

const cutDrug = (written: string[]): Drug => {
  const all = written.filter((word) => !beside.has(word) && !/^\d/.test(word))
  const named = all.filter((word) => !salts.has(word))
  const words = new Set(named.length > 0 ? named : all)
  return { list: listOf(words), words, salts: new Set(named.length > 0 ? all.filter((word) => salts.has(word)) : []) }
}

const keyOf = (name: string): string => wordsIn(name).join(' ')

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/['’®™]|\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(ofMaker, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => written.get(word) ?? word)

/** The four letters behind a biological name are the maker's, not the drug's. */
const ofMaker = /(?<=(?:mab|cept|stim|alfa|ase|cog)[a-z]*)-[a-z]{4}\b/gi

const written = new Map(
  'hcl=hydrochloride hci=hydrochloride hbr=hydrobromide hctz=hydrochlorothiazide apap=acetaminophen vit=vitamin sulfates=sulfate phosphates=phosphate pads=pad tablets=tablet capsules=capsule'
    .split(' ')
    .map((pair) => pair.split('=') as [string, string]),
)

const salts = new Set(
  (
    'acetate acetonide aspartate besylate bisulfate bitartrate bromide butyrate calcium carbonate chloride citrate ' +
    'cypionate decanoate dipropionate disodium enanthate ethylsuccinate fumarate furoate gluconate hyclate hydrobromide hydrochloride ' +
    'lactate lactobionate magnesium maleate mesylate nitrate mononitrate oxalate pamoate phosphate potassium propionate saccharate ' +
    'sodium stearate succinate sulfate tartrate tosylate tromethamine valerate xinafoate zinc'
  ).split(' '),
)

/** What makes no other drug. */
const beside = new Set(
  (
    'and with in of for as the anhydrous dihydrate hemihydrate monohydrate trihydrate usp nf inj injection tablet capsule oral ' +
    'solution suspension topical cream ointment gel lotion spray powder liquid delayed extended release er dr xr film coated chewable ' +
    'kit pad extra maximum regular strength children childrens adult sugar dye preservative alcohol free human recombinant ' +
    'sterile modified micronized'
  ).split(' '),
)
