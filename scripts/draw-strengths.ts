import { numbersFrom } from '../src/shared/testing-chance.ts'

/** A package as a row of the file of all packages. */
export interface StrengthRow {
  ndc11: string
  brand: string
  generic: string
  strength: string
  rxcui: string
}

export interface StrengthQuestion {
  text: string
  row: StrengthRow
}

/** One amount of the strength column in its own unit: `0.05 MG`, `100 UNT/ML`. */
export interface Figure {
  amount: number
  unit: string
}

/** Null if the column has anything else. */
export const figuresOf = (strength: string): Figure[] | null => {
  const figures = strength.split(' / ').map((part) => {
    const [amount = '', unit = '', more] = part.split(' ')
    return more === undefined && /^\d*\.?\d+$/.test(amount) && unit !== '' ? { amount: Number(amount), unit } : null
  })
  return figures.every((figure) => figure !== null) ? figures : null
}

/** Drug and strength as people write them, drawn by seed from rows with one to four amounts. */
export const drawQuestions = (rows: readonly StrengthRow[], seed: number, count: number): StrengthQuestion[] => {
  const random = numbersFrom(seed)
  const pick: Pick = (some) => some[Math.floor(random() * some.length)]
  const known = new Map<string, StrengthRow[]>()
  for (const row of rows) {
    const figures = figuresOf(row.strength)
    if (!figures || figures.length > 4 || row.brand.length > 50 || row.generic.length > 60) continue
    // Each strength of a drug counts once, because a few drugs have half of all packages.
    const key = `${row.generic.toLowerCase()};${row.strength}`
    known.set(key, [...(known.get(key) ?? []), row])
  }
  const keys = [...known.keys()].toSorted()
  const questions: StrengthQuestion[] = []
  while (questions.length < count) {
    const row = pick(known.get(pick(keys) ?? '') ?? [])
    const figures = figuresOf(row?.strength ?? '')
    if (!row || !figures) continue
    const name = pick([row.brand, row.generic]) ?? ''
    const written = writingsOf(pick([figures, figures.toReversed()]) ?? figures, pick)
    if (!/[a-z]{3}/i.test(name) || /\d/.test(name) || written === '') continue
    questions.push({ text: `${pick([name, name.toLowerCase()])} ${written}`, row })
  }
  return questions
}

type Pick = <One>(some: readonly One[]) => One | undefined

const writingsOf = (figures: readonly Figure[], pick: Pick): string => {
  const [only, ...others] = figures
  if (only && others.length === 0) return pick(oneWay(only, pick)) ?? ''
  const isAllMg = figures.every(({ unit }) => unit === 'MG')
  const sign = pick(['/', '-', ' / ']) ?? '/'
  const bare = figures.map(({ amount }) => told(amount)).join(sign)
  if (isAllMg)
    return pick([bare, `${bare} mg`, `${bare}mg`, figures.map(({ amount }) => `${told(amount)} mg`).join(sign)]) ?? ''
  const ways = figures.map((figure) => oneWay(figure, pick).slice(0, 2))
  if (ways.some(([first = '']) => first === '')) return ''
  return ways.map((some) => pick(some)).join(sign === '-' ? ' / ' : sign)
}

/** The ways to write an amount, the plain ones first. */
const oneWay = ({ amount, unit }: Figure, pick: Pick): string[] => {
  const number = told(amount)
  const point = amount < 1 ? number.replace(/^0/, '') : number
  const misspelt = pick(['mgs', 'miligram', 'milligrams', 'MG', 'mg.'])
  const micrograms = pick(['mcg', 'ug', 'micrograms'])
  const thousandth = told(amount * 1000)
  switch (unit) {
    case 'MG':
      return [
        `${number} mg`,
        `${point}mg`,
        point,
        `${number} ${misspelt}`,
        ...(Number.isInteger(amount) && amount < 100 ? [`${number}.0 mg`] : []),
        ...(amount < 1 ? [`${thousandth} ${micrograms}`, `${thousandth}${micrograms}`] : []),
        ...(amount >= 250 ? [`${told(amount / 1000)} g`, `${told(amount / 1000)}gm`] : []),
      ]
    case 'MG/ML':
      return [
        `${number} mg/mL`,
        `${point}mg/ml`,
        `${told(amount * 5)} mg/5 mL`,
        `${told(amount * 5)}mg/5ml`,
        `${number} mg per ml`,
        `${told(amount / 10)}%`,
        `${told(amount / 10)} %`,
        ...(amount < 1 ? [`${thousandth} mcg/mL`] : []),
        ...([0.005, 0.01, 0.02, 0.1, 1].includes(amount)
          ? [`1:${(1000 / amount).toLocaleString('en-US')}`, `1:${1000 / amount}`]
          : []),
      ]
    case '%':
      return [`${number}%`, `${number} %`]
    case 'MG/MG':
      return amount < 1 ? [`${told(amount * 100)}%`, `${told(amount * 100)} %`] : []
    case 'MG/HR':
      return [`${thousandth} mcg/hr`, `${thousandth}mcg/h`]
    case 'MG/ACTUAT':
      return [`${thousandth} mcg`, `${thousandth}mcg`, `${number} mg/actuation`]
    case 'UNT/ML':
      return [`${grouped(amount)} units/mL`, `${number} u/ml`, `${number} IU/mL`, `${number}units/ml`]
    case 'UNT':
      return [`${grouped(amount)} units`, `${number} iu`]
    case 'MEQ':
      return [`${number} mEq`, `${number}meq`]
    case 'MEQ/ML':
      return [`${number} mEq/mL`, `${number}meq/ml`]
    case 'UG':
      return [`${number} mcg`, `${number}mcg`]
    default:
      return []
  }
}

/** Without rounding errors of binary fractions. */
const told = (amount: number): string => {
  const text = String(Number(amount.toPrecision(8)))
  return text.includes('e') ? amount.toFixed(9).replace(/0+$/, '') : text
}

const grouped = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 6 })
