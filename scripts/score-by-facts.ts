/**
 * Scores search results for a name using only the file of all packages: the ingredients that its rows list for the name
 * and for each hit, and which generic names share an RxNorm code. It is independent of the search and uses none of its
 * code.
 */
export interface FactRow {
  ndc11: string
  brand: string
  generic: string
  form: string
  route: string
  category: string
  rxcui: string
}

export interface FactProduct {
  name: string
  brand: string
  genericName: string
  ndcKey: string
}

export interface FactScore<P> {
  /** The file does not have this name. */
  isUnknown: boolean
  /** Hits without all ingredients of the name, or a combination ranked first although the single drug is sold. */
  wrong: P[]
  /** Of these, hits whose name contains the whole query. */
  called: P[]
  /** The same drug under a different name and with a different route than every product with the name. */
  otherwise: P[]
  /** An everyday word that most labels do not use as a name. */
  isEveryday: boolean
  /** No hits, although a product has the name or the same ingredients. */
  isMissed: boolean
}

export const scoreByFacts = <P extends FactProduct>(
  rows: readonly FactRow[],
  products: readonly P[],
): ((name: string, hits: readonly P[]) => FactScore<P>) => {
  const spelt = spellingOf(rows)
  const times = new Map<string, number>()
  for (const { brand, generic } of rows)
    for (const word of new Set([...wordsIn(brand), ...wordsIn(generic)])) times.set(word, (times.get(word) ?? 0) + 1)
  const ofForms = new Set(rows.flatMap(({ form, route }) => wordsIn(`${form} ${route}`)))
  const forms = new Set([...ofForms].map(singular))
  const cut = new Map<string, Drug>()
  const drugOf = (generic: string): Drug => {
    const read = joinedIn(wordsIn(generic), times).map((word) => spelt.get(word) ?? word)
    const known = cut.get(generic) ?? cutDrug(read, ofForms)
    cut.set(generic, known)
    return known
  }
  const categories = new Map(rows.map(({ ndc11, category }) => [ndc11.replaceAll('-', ''), category]))
  const routes = new Map(rows.map(({ ndc11, route }) => [ndc11.replaceAll('-', ''), route]))
  const generics = new Set(rows.map(({ generic }) => keyOf(generic)))
  const usualGenerics = new Set(
    [...Map.groupBy(rows, ({ generic }) => generic)].flatMap(([generic, all]) =>
      all.length > 20 ? drugOf(generic).list : [],
    ),
  )
  const drugs = [...new Map(rows.map((row) => [`${keyOf(row.brand)};${row.generic}`, row])).values()]
  const rowsOf = new Map<string, FactRow[]>()
  const rowsWith = new Map<string, Set<FactRow>>()
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
  /** Rows that have all words of a name that the lexicon lists without its form. */
  const rowsLike = (name: string): FactRow[] => {
    const lists = wordsIn(name).map((word) => rowsWith.get(word) ?? new Set<FactRow>())
    const [rarest, ...others] = lists.toSorted((one, other) => one.size - other.size)
    return rarest ? [...others.reduce((some, more) => some.intersection(more), rarest)] : []
  }
  /** Some labels swap brand and generic name. */
  const readingsOf = ({ brand, generic }: Pick<FactRow, 'brand' | 'generic'>): Drug[] => {
    if (isCode.test(generic)) return []
    const isNamedTwice = keyOf(brand) === keyOf(generic)
    const others = isNamedTwice ? (rowsOf.get(keyOf(brand)) ?? []).map((row) => row.generic) : []
    const written = [generic, ...others, ...(sameAs.get(generic) ?? []), ...(generics.has(keyOf(brand)) ? [brand] : [])]
    return [...new Set(written)].map(drugOf).filter(({ words }) => words.size > 0)
  }
  const madeOf = new Map(
    products.map((product) => [product, readingsOf({ brand: product.brand, generic: product.genericName })]),
  )
  const carried = Map.groupBy(
    products.flatMap((product) => (madeOf.get(product) ?? []).map((drug) => ({ product, drug }))),
    ({ drug }) => drug.list,
  )
  const kinds = new Set(rows.flatMap(({ category }) => wordsIn(category)))
  const called = Map.groupBy(
    rows.flatMap(({ brand, generic }) => [keyOf(brand), keyOf(generic)]),
    (key) => key,
  )
  const isEveryday = (key: string): boolean =>
    ofForms.has(key) || kinds.has(key) || (times.get(key) ?? 0) > 20 * (called.get(key)?.length ?? 0)
  /** A product without a row is scored by its name. */
  const isSupply = ({ brand, genericName }: P) => !rowsOf.has(keyOf(brand)) && !rowsOf.has(keyOf(genericName))
  const names = new Set(products.flatMap(({ brand, genericName }) => [keyOf(brand), keyOf(genericName)]))

  return (name, hits) => {
    const key = keyOf(name)
    const own = rowsOf.get(key) ?? rowsLike(name)
    // `Zinc Oxide 20%` counts as a generic name, whatever else a label with that name contains.
    const itself = drugOf(name)
    const isGeneric = generics.has(key) || usualGenerics.has(itself.list)
    const read = [...own.flatMap(readingsOf), ...(isGeneric ? [itself] : [])]
    const asked = [...new Map(read.map((drug) => [`${drug.list};${listOf(drug.salts)}`, drug])).values()]
    const isCalledSo = ({ brand, genericName }: P) => keyOf(brand) === key || keyOf(genericName) === key
    const isSame = (one: Drug) => asked.some((other) => one.list === other.list && haveSalts(one, other))
    const isEqual = (product: P) => isCalledSo(product) || (madeOf.get(product) ?? []).some(isSame)
    const isWithin = (product: P) =>
      (madeOf.get(product) ?? []).some((one) =>
        asked.some((other) => other.words.isSubsetOf(one.words) && haveSalts(one, other)),
      )
    const isAlone = asked.some((one) => (carried.get(one.list) ?? []).some(({ drug }) => haveSalts(drug, one)))
    const typed = wordsIn(name)
    // Forms are not part of a name; a different route is scored separately.
    const parts = typed.map(singular)
    const isOfName = (word: string) => !forms.has(word) && !beside.has(word)
    const named = parts.filter(parts.some(isOfName) ? isOfName : (word) => !forms.has(word))
    const hasName = (words: string[]) => {
      const has = new Set(words.map(singular))
      return (named.length > 0 ? named : parts).every((word) => has.has(word))
    }
    const isNamed = (hit: P) => isSupply(hit) && hasName(wordsIn(hit.name))
    /** A query for a category matches its products. */
    const isOfKind = ({ ndcKey }: P) => {
      const kind = wordsIn(categories.get(ndcKey) ?? '').map(singular)
      return typed.every((word) => kind.includes(singular(word)))
    }
    const wrong = hits.filter(
      (hit, at) => !isEqual(hit) && !(isWithin(hit) && !(at === 0 && isAlone)) && !isNamed(hit) && !isOfKind(hit),
    )
    const given = new Set((rowsOf.get(key) ?? []).flatMap(({ brand, route }) => (keyOf(brand) === key ? route : [])))
    const [route = ''] = given
    const isBrand =
      given.size === 1 &&
      route !== '' &&
      !generics.has(key) &&
      !asked.some(({ words }) => words.isSubsetOf(new Set(typed)))
    const isGivenSo = ({ ndcKey }: P) => ['', route].includes(routes.get(ndcKey) ?? '')
    const isCarriedSo = asked.some((one) =>
      (carried.get(one.list) ?? []).some(
        ({ drug, product }) =>
          listOf(drug.salts) === listOf(one.salts) &&
          listOf(drugOf(product.genericName).salts) === listOf(one.salts) &&
          (!isBrand || isGivenSo(product)),
      ),
    )
    const isMeant = new Set(asked.map(({ list }) => list)).size === 1
    return {
      isUnknown: own.length === 0,
      wrong: own.length === 0 ? [] : wrong,
      called: wrong.filter(({ brand, genericName }) => hasName([...wordsIn(brand), ...wordsIn(genericName)])),
      otherwise: isBrand ? hits.filter((hit) => !isCalledSo(hit) && isEqual(hit) && !isGivenSo(hit)) : [],
      isEveryday: typed.length === 1 && isEveryday(key),
      isMissed:
        own.length > 0 && hits.length === 0 && name.search(ofMaker) < 0 && (names.has(key) || (isMeant && isCarriedSo)),
    }
  }
}

/** A letter separated from its word, as in `I buprofen`. */
const joinedIn = (words: string[], times: ReadonlyMap<string, number>): string[] => {
  const at = words.findIndex(
    (word, place) => word.length === 1 && (times.get(word + (words[place + 1] ?? ' ')) ?? 0) > 100,
  )
  return at < 0 ? words : words.toSpliced(at, 2, `${words[at]}${words[at + 1]}`)
}

interface Drug {
  list: string
  words: Set<string>
  salts: Set<string>
}

const listOf = (words: ReadonlySet<string>): string => [...words].toSorted().join(' ')

/** If a query names a salt, hits have that salt or name none. */
const haveSalts = (one: Drug, other: Drug): boolean =>
  one.salts.size === 0 ||
  other.salts.size === 0 ||
  one.salts.isSubsetOf(other.salts) ||
  other.salts.isSubsetOf(one.salts)

/** Words on few labels that differ in one or two letters from a word on hundreds of times as many: label typos. */
const spellingOf = (rows: readonly FactRow[]): Map<string, string> => {
  const times = new Map<string, number>()
  for (const { generic } of rows)
    for (const word of wordsIn(generic)) if (/^[a-z]{6,}$/.test(word)) times.set(word, (times.get(word) ?? 0) + 1)
  const common = [...times].filter(([, count]) => count > 100)
  const meant = (word: string, count: number): string | undefined =>
    common.find(([other, more]) => more >= 50 * count && word[0] === other[0] && isNear(word, other))?.[0]
  return new Map(
    [...times].flatMap(([word, count]) => {
      const other = count <= 40 ? meant(word, count) : undefined
      return other === undefined ? [] : [[word, other] as const]
    }),
  )
}

/** One typo, or two in a long word, except in the endings of salts: a nitrite is not a nitrate. */
const isNear = (one: string, other: string): boolean =>
  !(ofSalt.test(one) && ofSalt.test(other) && one.slice(-3) !== other.slice(-3)) &&
  editsBetween(one, other) <= (one.length > 8 ? 2 : 1)

const ofSalt = /(?:ate|ite|ide)$/

const editsBetween = (one: string, other: string): number => {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const change = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        change,
        isSwapped ? (before[j - 2] ?? 0) + 1 : change,
      )
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}

const cutDrug = (written: string[], ofForms: ReadonlySet<string>): Drug => {
  const isBeside = (word: string) => beside.has(word) || /^\d/.test(word) || (ofForms.has(word) && !salts.has(word))
  const all = written.filter((word) => !isBeside(word))
  const named = all.filter((word) => !salts.has(word))
  const words = new Set(named.length > 0 ? named : all)
  return { list: listOf(words), words, salts: new Set(named.length > 0 ? all.filter((word) => salts.has(word)) : []) }
}

const singular = (word: string): string => word.replace(/(?<=[a-z]{3})s$/, '')

const keyOf = (name: string): string => wordsIn(name).join(' ')

const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/['’®™]|\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(ofMaker, '')
    .split(/[^a-z0-9]+|(?<=\d)(?=[a-z]{2})/)
    .filter((word) => word !== '')
    .flatMap((word) => (written.get(word) ?? word).split('-'))

/** Hospital billing codes name a class of drugs, not a drug. */
const isCode = /^[hl]ocm\b/i

/** The four-letter suffix of a biological name identifies the manufacturer, not the drug. */
const ofMaker = /(?<=(?:mab|cept|stim|alfa|ase|cog)[a-z]*)-[a-z]{4}\b/gi

const written = new Map(
  'hcl=hydrochloride hci=hydrochloride hbr=hydrobromide hctz=hydrochlorothiazide apap=acetaminophen vit=vitamin sulfates=sulfate phosphates=phosphate pads=pad hydrochlorides=hydrochloride tablets=tablet capsules=capsule multivitamin=multi-vitamin pe=phenylephrine dm=dextromethorphan saline=sodium-chloride'
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

/** Words that do not make a different drug. */
const beside = new Set(
  (
    'and with w in of for as the anhydrous dihydrate hemihydrate monohydrate trihydrate usp nf inj injection tablet capsule oral ' +
    'solution suspension topical cream ointment gel lotion spray powder liquid delayed extended release er dr xr film coated chewable ' +
    'kit pad extra maximum regular strength children childrens adult sugar dye preservative alcohol free human recombinant ' +
    'sterile modified micronized bead beads mg ml mcg gm meq unit units percent inj top gel swab swabstick'
  ).split(' '),
)
