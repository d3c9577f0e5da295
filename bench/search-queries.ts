import { numbersFrom } from '#shared/testing-chance.ts'

/** A product as its source describes it, independent of how the portal stores and finds it. */
export interface SourceProduct {
  /** In any 11-digit notation. */
  ndc: string
  /** In the FDA's notation, such as `0006-0277-31`. */
  ndc10: string
  brand: string
  generic: string
  manufacturer: string
  strength: string
  form: string
}

export interface SearchQuery {
  query: string
  rule: string
  /** 11-digit NDCs; each is a correct first hit. */
  expected: Set<string>
}

/** The query that a rule builds for a product; null if the rule does not apply. */
type Ask = (one: SourceProduct, all: Catalog) => { query: string; isExpected: (other: SourceProduct) => boolean } | null

/** Normalized text, comparable the way buyers read it. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/['’®™]/g, '')
    .replaceAll(/[\s,]+/g, ' ')
    .trim()

const isSame = (one: string, other: string): boolean => plain(one) === plain(other)

/** True if this is the product's brand or generic name. */
const isCalled = (product: SourceProduct, name: string): boolean =>
  isSame(product.brand, name) || isSame(product.generic, name)

/** `500 mg` for a product with one ingredient; empty otherwise. */
const strengthOf = ({ strength }: SourceProduct): string =>
  /^\d+(?:\.\d+)? ?(?:mg|mcg|meq|units|%)$/i.test(strength) ? strength.toLowerCase() : ''

const abbreviations: [form: RegExp, full: string, short: string][] = [
  [/tablet/i, 'tablet', 'tab'],
  [/capsule/i, 'capsule', 'cap'],
  [/inject|syringe/i, 'injection', 'inj'],
  [/suspension/i, 'suspension', 'susp'],
  [/solution/i, 'solution', 'soln'],
  [/ointment/i, 'ointment', 'oint'],
  [/cream/i, 'cream', 'crm'],
]

const formOf = ({ form }: SourceProduct) => abbreviations.find(([pattern]) => pattern.test(form))

const isForm = (product: SourceProduct, [pattern]: [RegExp, string, string]): boolean =>
  pattern.test(product.form) && formOf(product)?.[0] === pattern

/** Names that people search for: up to three words without numbers. */
const isName = (name: string): boolean => /^[a-z][a-z-]{2,}(?: [a-z][a-z-]+){0,2}$/.test(plain(name))

const brandAlone: Ask = ({ brand }) =>
  isName(brand) ? { query: plain(brand), isExpected: (other) => isSame(other.brand, brand) } : null

const genericAlone: Ask = ({ brand, generic }) =>
  isName(generic) && !isSame(brand, generic)
    ? { query: plain(generic), isExpected: (other) => isCalled(other, generic) }
    : null

const brandAndStrength: Ask = (one) => {
  const strength = strengthOf(one)
  return strength && isName(one.brand)
    ? {
        query: `${plain(one.brand)} ${strength.replace(' ', '')}`,
        isExpected: (other) => isSame(other.brand, one.brand) && strengthOf(other) === strength,
      }
    : null
}

const genericStrengthAndForm: Ask = (one) => {
  const [strength, form] = [strengthOf(one), formOf(one)]
  return strength && form && isName(one.generic)
    ? {
        query: `${plain(one.generic)} ${strength} ${form[2]}`,
        isExpected: (other) => isCalled(other, one.generic) && strengthOf(other) === strength && isForm(other, form),
      }
    : null
}

const wordsReversed: Ask = (one) => {
  const [strength, form] = [strengthOf(one), formOf(one)]
  return strength && form && isName(one.brand)
    ? {
        query: [...plain(one.brand).split(' '), strength, form[1]].toReversed().join(' '),
        isExpected: (other) => isSame(other.brand, one.brand) && strengthOf(other) === strength && isForm(other, form),
      }
    : null
}

/** The first half of the name, at least four letters. */
const prefix: Ask = ({ brand }) => {
  const typed = plain(brand).slice(0, Math.max(4, Math.ceil(brand.length / 2)))
  return isName(brand) && typed.length < brand.length && !typed.endsWith(' ')
    ? {
        query: typed,
        isExpected: (other) => plain(other.brand).startsWith(typed) || plain(other.generic).startsWith(typed),
      }
    : null
}

const makerAndName: Ask = ({ manufacturer, brand }) => {
  const [maker = ''] = plain(manufacturer).split(' ')
  return /^[a-z]{4,}$/.test(maker) && isName(brand)
    ? {
        query: `${maker} ${plain(brand)}`,
        isExpected: (other) => isSame(other.brand, brand) && plain(other.manufacturer).split(' ').includes(maker),
      }
    : null
}

const digits = (text: string): string => text.replaceAll(/\D/g, '')
const eleven = ({ ndc }: SourceProduct): string => digits(ndc)
const byNdc =
  (write: (one: SourceProduct) => string): Ask =>
  (one) =>
    /^\d{4,5}-\d{3,4}-\d{1,2}$/.test(one.ndc10) && digits(one.ndc10).length === 10
      ? {
          query: write(one),
          // Ten digits without dashes may also match another product.
          isExpected: (other) =>
            eleven(other) === eleven(one) || (write(one).length === 10 && digits(other.ndc10) === write(one)),
        }
      : null

/** One typo in the longest word of a name with six or more letters, unless the result is a word of another product. */
const misspelt =
  (slip: (word: string, at: number) => string, rest: (one: SourceProduct) => string = () => ''): Ask =>
  (one, { words, random }) => {
    const name = plain(random() < 0.5 ? one.brand : one.generic)
    const [word = ''] = name.split(' ').toSorted((first, second) => second.length - first.length)
    const wrong = slip(word, 1 + Math.floor(random() * (word.length - 2)))
    if (!isName(name) || word.length < 6 || wrong === word || words.some((known) => known.startsWith(wrong)))
      return null
    const also = rest(one)
    if (rest !== noRest && also === '') return null
    return {
      query: `${name.replace(word, () => wrong)} ${also}`.trim(),
      isExpected: (other) => isCalled(other, name) && (also === '' || rest(other) === also),
    }
  }

const noRest = () => ''
const swapped = (word: string, at: number) =>
  word.slice(0, at) + (word[at + 1] ?? '') + (word[at] ?? '') + word.slice(at + 2)
const missing = (word: string, at: number) => word.slice(0, at) + word.slice(at + 1)
const doubled = (word: string, at: number) => word.slice(0, at) + (word[at] ?? '') + word.slice(at)
/** An adjacent letter on the keyboard. */
const wrong = (word: string, at: number) => {
  const rows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
  const row = rows.find((letters) => letters.includes(word[at] ?? ' ')) ?? ''
  const place = row.indexOf(word[at] ?? '')
  return word.slice(0, at) + (row[place + 1] ?? row[place - 1] ?? '') + word.slice(at + 1)
}

/** Each rule runs this many times for randomly chosen products. */
const rules: [rule: string, times: number, ask: Ask][] = [
  ['brand', 20, brandAlone],
  ['generic name', 20, genericAlone],
  ['brand and strength', 20, brandAndStrength],
  ['generic name, strength, abbreviated form', 20, genericStrengthAndForm],
  ['brand, strength and form in reversed order', 20, wordsReversed],
  ['half of the brand', 20, prefix],
  ['manufacturer and brand', 20, makerAndName],
  ['NDC of ten digits with dashes', 5, byNdc(({ ndc10 }) => ndc10)],
  ['NDC of ten digits alone', 5, byNdc(({ ndc10 }) => digits(ndc10))],
  ['NDC of eleven digits alone', 5, byNdc(eleven)],
  [
    'NDC of eleven digits with dashes',
    5,
    byNdc((one) => `${eleven(one).slice(0, 5)}-${eleven(one).slice(5, 9)}-${eleven(one).slice(9)}`),
  ],
  ['two letters swapped', 8, misspelt(swapped, noRest)],
  ['a letter missing', 8, misspelt(missing, noRest)],
  ['a letter doubled', 8, misspelt(doubled, noRest)],
  ['a wrong letter', 8, misspelt(wrong, noRest)],
  ['a wrong letter, and the strength', 8, misspelt(wrong, strengthOf)],
]

interface Catalog {
  words: string[]
  random: () => number
}

/** 200 different queries as buyers type them, the same in every run, with their correct first hits. */
export const searchQueries = (products: readonly SourceProduct[]): SearchQuery[] => {
  const random = numbersFrom(200)
  const words = [...new Set(products.flatMap(({ brand, generic }) => plain(`${brand} ${generic}`).split(' ')))]
  const asked = new Set<string>()
  return rules.flatMap(([rule, times, ask]) => {
    const queries: SearchQuery[] = []
    for (let tries = 0; queries.length < times && tries < 100 * times; tries++) {
      const one = products[Math.floor(random() * products.length)]
      const question = one && ask(one, { words, random })
      if (!question || asked.has(question.query)) continue
      asked.add(question.query)
      const expected = new Set(products.filter(question.isExpected).map(eleven))
      queries.push({ query: question.query, rule, expected })
    }
    return queries
  })
}
