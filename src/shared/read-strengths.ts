/**
 * A normalized strength: grams and micrograms as mg, liters as mL, days as hours, per 5 mL as per mL, `1:1000` as 1
 * mg/mL. Units, mEq and the like stay, because their weight depends on the drug.
 */
export interface Dose {
  /** Per one `per`, or the total without it. */
  amount: number
  /** `mg`, `units`, `meq`, `mmol`, `ml`, `%`; '' for a bare number. */
  unit: string
  /** `ml`, `mg`, `actuation`, `hour`; '' for a tablet or a container. */
  per: string
  /** The number as written. */
  written: number
  /** The stated volume in mL: 2 in `4 mg/2 mL`. */
  volume?: number
  /** Written as `4 mg 2 mL`, which may also mean a 2 mL vial with 4 mg per mL. */
  isLoose?: boolean
}

export interface Strengths {
  doses: Dose[]
  /** Container volumes in mL. */
  volumes: number[]
}

const named = (lines: readonly string[]): ReadonlyMap<string, readonly [string, number]> =>
  new Map(
    lines.flatMap((line) => {
      const [unit = '', times = '', ...words] = line.split(' ')
      return words.map((word) => [word, [unit, Number(times)]] as const)
    }),
  )

/** Includes common misspellings. `gr` is missing, because it can mean grains or grams. */
const units = named([
  'mg 1 mg mgs mgm milligram milligrams miligram miligrams milligramm milligrammes',
  'mg 0.001 mcg mcgs ug µg μg microgram micrograms micrograme microgramm micrograms',
  'mg 0.000001 ng nanogram nanograms',
  'mg 1000 g gm gms gram grams gramm',
  'mg 1000000 kg',
  'units 1 u unit units unt unts iu ius uts unites',
  'meq 1 meq meqs milliequivalent milliequivalents',
  'mmol 1 mmol mmols millimole millimoles mm',
  'mosm 1 mosm',
  'mci 1 mci',
  'au 1 au',
  'bau 1 bau',
  'cells 1 cells',
  '% 1 % percent pct',
])

const holders = named([
  'ml 1 ml mls cc milliliter milliliters millilitre millilitres',
  'ml 1000 l lt liter liters litre litres',
])

const pers = new Map([
  ...holders,
  ...named([
    'hour 1 h hr hrs hour hours',
    'hour 24 day days d',
    'actuation 1 actuation actuations act actuat puff puffs spray sprays inh inhalation inhalations dose doses blister',
    'container 1 vial vials tab tabs tablet tablets cap caps capsule capsules syringe pen bag bottle patch amp ampule each ea container',
    'sqcm 1 sqcm cm2',
    'drop 1 drop drops gtt',
  ]),
])

/** Solids that something is mixed into by weight. */
const masses = named(['mg 1000 g gm gram', 'mg 1 mg'])

const thousands = new Map([
  ['k', 1e3],
  ['thousand', 1e3],
  ['million', 1e6],
  ['mil', 1e6],
  ['billion', 1e9],
])

const pattern =
  /(?<ratio>(?<![\d.:/])1 ?: ?(?<parts>\d{2,7})(?![\d:]|\.\d))|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<word>cm2|[a-zµμ]+|%)|(?<sign>[/+-])|(?<other>\S)/g

interface Token {
  kind: 'ratio' | 'number' | 'word' | 'sign' | 'other'
  text: string
  /** For a ratio or a number. */
  value: number
  isGlued: boolean
}

const tokensOf = (text: string): Token[] => {
  const tokens: Token[] = []
  let end = -1
  for (const { groups = {}, index, 0: whole } of plainText(text).matchAll(pattern)) {
    const { ratio, parts, number, word, sign } = groups
    const kind =
      ratio !== undefined
        ? 'ratio'
        : number !== undefined
          ? 'number'
          : word !== undefined
            ? 'word'
            : sign
              ? 'sign'
              : 'other'
    tokens.push({ kind, text: whole, value: Number(parts ?? number ?? 0), isGlued: index === end })
    end = index + whole.length
  }
  return tokens
}

/** Lowercases, drops thousands separators, normalizes dashes, and unwraps UCUM brackets. */
const plainText = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\[(?:iu|usp'?u)\]/g, 'units')
    .replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replaceAll(/[‐-―−]/g, '-')
    .replaceAll(/(?<=[a-z])\.(?=[\s/]|$)/g, '')

/** Parses all strengths and container volumes in a text. */
export const readStrengths = (text: string): Strengths => {
  const tokens = tokensOf(text)
  const found: Strengths = { doses: [], volumes: [] }
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at]
    if (token?.kind === 'ratio') {
      found.doses.push({ amount: 1000 / token.value, unit: 'mg', per: 'ml', written: token.value })
      at++
    } else if (token?.kind === 'number' && isAlone(tokens, at)) {
      const { doses, volumes, next } = listAt(tokens, at)
      found.doses.push(...doses)
      found.volumes.push(...volumes)
      at = next
    } else {
      const insulin = ofInsulin(tokens, at)
      if (insulin) found.doses.push(insulin.dose)
      at = insulin?.next ?? at + 1
    }
  }
  return found
}

/** Not part of a name, as in `B12`, `Isovue-370` and `5-FU`. */
const isAlone = (tokens: readonly Token[], at: number): boolean => {
  const [before, last] = [tokens[at - 2], tokens[at - 1]]
  if (!tokens[at]?.isGlued) return true
  if (last?.kind === 'word') return units.has(last.text) || last.text === 'x'
  return !(last?.text === '-' && last.isGlued && before?.kind === 'word' && !units.has(before.text))
}

/** `U-500` and `u500` are insulins with 500 units per mL. */
const ofInsulin = (tokens: readonly Token[], at: number): { dose: Dose; next: number } | null => {
  const [first, sign, third] = tokens.slice(at, at + 3)
  if (first?.text !== 'u') return null
  const [number, next] = sign?.text === '-' ? [third, at + 3] : [sign, at + 2]
  return number?.kind === 'number' && number.isGlued && [100, 200, 300, 500].includes(number.value)
    ? { dose: { amount: number.value, unit: 'units', per: 'ml', written: number.value }, next }
    : null
}

interface Listed extends Strengths {
  next: number
}

/** `7.5/325 mg`, `160/4.5 mcg/actuation`: a unit applies to all numbers before it. */
const listAt = (tokens: readonly Token[], from: number): Listed => {
  const items: Item[] = []
  let at = from
  for (;;) {
    const item = itemAt(tokens, at)
    items.push(item)
    at = item.next
    const [sign, number] = tokens.slice(at, at + 2)
    const isSign = sign?.kind === 'sign' || sign?.text === 'and' || sign?.text === ','
    const goesOn =
      isSign && number?.kind === 'number' && (sign.kind === 'sign' || item.unit !== '') && item.unit !== 'ml'
    if (!goesOn || (sign.text === ',' && itemAt(tokens, at + 1).unit === '')) break
    at++
  }
  const doses: Dose[] = []
  const volumes: number[] = []
  let after: Item | undefined
  for (const item of items.toReversed()) {
    const whole =
      item.unit === '' && after ? { ...after, amount: item.written * after.times, written: item.written } : item
    after = whole
    if (whole.unit === 'ml' && whole.per === '') volumes.unshift(whole.amount)
    else if (whole.unit !== '' || items.length > 1) doses.unshift(doseOf(whole))
  }
  // A single bare number is a count or part of a name.
  return { doses, volumes, next: at }
}

interface Item {
  written: number
  /** In the normalized unit. */
  amount: number
  times: number
  unit: string
  per: string
  /** The quantity of `per`. */
  in: number
  isLoose: boolean
  next: number
}

const itemAt = (tokens: readonly Token[], from: number): Item => {
  const written = tokens[from]?.value ?? 0
  const bare = { written, amount: written, times: 1, unit: '', per: '', in: 1, isLoose: false, next: from + 1 }
  let at = from + 1
  const more = thousands.get(tokens[at]?.text ?? '') ?? 1
  if (more > 1) at++
  const word = tokens[at]?.text ?? ''
  const volume = holders.get(word)
  const known = units.get(word) ?? volume
  if (!known || (more > 1 && known[0] !== 'units')) return bare
  const [unit, each] = known
  const item = { ...bare, written: written * more, amount: written * more * each, times: each, unit, next: at + 1 }
  return unit === '%' ? item : { ...item, ...perAt(tokens, at + 1, { unit, isVolume: volume !== undefined }) }
}

type Per = Pick<Item, 'per' | 'in' | 'isLoose' | 'next'>

const perAt = (
  tokens: readonly Token[],
  from: number,
  { unit, isVolume }: { unit: string; isVolume: boolean },
): Partial<Per> => {
  const said = ['/', 'per'].includes(tokens[from]?.text ?? '')
  let at = said ? from + 1 : from
  const number = tokens[at]
  const count = number?.kind === 'number' ? number.value : 1
  if (number?.kind === 'number') at++
  const word = tokens[at]?.text ?? ''
  const isCounted = number?.kind === 'number'
  const mass = said && !isCounted && !isVolume ? masses.get(word) : undefined
  const known = mass ?? pers.get(word)
  if (!known || count <= 0) return {}
  const [per, each] = known
  // Without a sign only `4 mg 2 mL` and `25 mcg hr` are read as a ratio; container and tablet counts need "/" or "per".
  if (!said && !(per === 'ml' || (per === 'hour' && !isCounted))) return {}
  if (isVolume && (per !== 'ml' || !said)) return {}
  if (per === 'container') return { next: at + 1 }
  return { per: isVolume && unit === 'ml' ? 'ml' : per, in: count * each, isLoose: !said && isCounted, next: at + 1 }
}

const doseOf = ({ written, amount, unit, per, in: holder, isLoose }: Item): Dose => ({
  amount: amount / holder,
  unit,
  per,
  written,
  ...(per === 'ml' && holder !== 1 && { volume: holder }),
  ...(isLoose && { isLoose }),
})
