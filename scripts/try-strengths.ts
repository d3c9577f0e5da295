// Searches for drugs with a strength: `node scripts/run.mjs scripts/try-strengths.ts PATH [SEED] [COUNT]` draws queries
// from the file of all packages and scores the first hit by the columns `strength` and `rxcui` alone. Exits with 1 if
// another strength is first without a notice.
import { readFacts } from '../demo/make-facts.ts'
import { searchIndex } from '../src/search/query/find-products.ts'
import { unfiltered } from '../src/search/query/match-filters.ts'
import { indexOf, indexedPackages } from '../src/search/query/testing-index.ts'
import { drawQuestions, type Figure, figuresOf } from './draw-strengths.ts'

const [path, seed = '1', count = '1000'] = process.argv.slice(2)
if (path === undefined) throw new Error('Pass the file of packages.')
const facts = readFacts(path)
const index = indexOf(indexedPackages(facts))
type Fact = (typeof facts)[number]
const byCode = new Map(facts.map((fact) => [fact.ndc11, fact]))

/** If the column is empty, only the names can contain the strength. */
const isNamed = ({ strength, brand, generic }: Fact, asked: string): boolean =>
  strength === '' &&
  (figuresOf(asked) ?? []).every(({ amount }) =>
    [amount, amount * 100, amount / 10].some((one) => `${brand} ${generic}`.includes(`${Number(one.toPrecision(4))}`)),
  )

/** In mg for any weight; otherwise in its own unit. */
const plain = ({ amount, unit }: Figure): string => {
  const [own = '', per = ''] = unit.replace(/^\[(?:IU|USP'U)\]/, 'UNT').split('/')
  const weight = { G: 1000, UG: 0.001, NG: 0.000001, MG: 1 }[own]
  const inMilligrams = { '%': 10, 'MG/MG': 1000 }[unit]
  if (inMilligrams !== undefined) return `${(amount * inMilligrams).toPrecision(3)} MG/ML`
  return `${(weight === undefined ? amount : amount * weight).toPrecision(3)} ${weight === undefined ? own : 'MG'}/${per}`
}
const plainOf = (strength: string): string[] => (figuresOf(strength) ?? []).map(plain)
/**
 * True if the hit has all amounts of the query, each once; a mixture may have more. Some labels omit the amount per
 * spray.
 */
const has = (strength: string, asked: string, text: string): boolean => {
  const told = (of: string) =>
    plainOf(of).map((figure) => (text.includes('/act') ? figure : figure.replace('/ACTUAT', '/')))
  const left = told(strength)
  return told(asked).every((figure) => {
    const at = left.indexOf(figure)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

let [right, told, nothing, wrong, missed] = [0, 0, 0, 0, 0]
const began = performance.now()
for (const { text, row } of drawQuestions(facts, Number(seed), Number(count))) {
  const { remarks, part } = searchIndex(index, { text, filters: unfiltered(false), order: 'newest' })
  const first = byCode.get(part(0, 1)[0] ?? '')
  const isSaid = remarks.warning !== ''
  const isRight =
    first !== undefined &&
    (has(first.strength, row.strength, text) ||
      isNamed(first, row.strength) ||
      (row.rxcui !== '' && first.rxcui === row.rxcui))
  if (!first) {
    nothing++
    console.log(`${text}: nothing (${JSON.stringify(remarks)})`)
  } else if (isRight && !isSaid) right++
  else if (isSaid) {
    told++
    if (isRight) missed++
    console.log(`${text} (${row.strength}): ${isRight ? 'right, and ' : ''}said: ${remarks.warning}`)
  } else {
    wrong++
    console.log(`${text} (${row.strength}): WRONG ${first.brand}, ${first.generic}, ${first.strength}`)
  }
}
console.log(
  `${count} questions in ${Math.round(performance.now() - began)} ms: ${right} answered with the strength, ${told} with another one and the line that says so (${missed} of these have it), ${nothing} with nothing, ${wrong} with another strength unsaid`,
)
process.exit(wrong === 0 ? 0 : 1)
