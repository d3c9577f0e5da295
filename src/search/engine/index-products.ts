import { wordsOf } from '#catalogue/compose-search.ts'
import { type WordList, makeWordList } from './list-words.ts'

/** What of a product is searched, filtered, counted and ranked in memory. */
export interface IndexedProduct {
  id: string
  /** As stored: the words of the names, a new line, the numbers. */
  search: string
  brand: string
  genericName: string
  /** 11 digits, or '' where the NDC is none. */
  ndcKey: string
  category: string
  manufacturer: string
  form: string
  price: number
  rating: number
  numReviews: number
  timesBought: number
  /** Milliseconds. */
  createdAt: number
  isPublished: boolean
  isCold: boolean
  isInStock: boolean
  isUnpictured: boolean
}

/** A product's place in the lists of the index; one whose words change gets a new one. */
export type Slot = number

type Text = 'brand' | 'genericName' | 'category' | 'manufacturer' | 'form'

/** Texts are numbers here, because thousands of products share them. */
export interface Entry extends Omit<IndexedProduct, 'search' | 'ndcKey' | Text>, Record<Text, number> {
  /** Its words stand in the index's `tokens` from here to before there: those of the name first, in their order. */
  from: number
  to: number
  /** The digits as a number; -1 where there is none. */
  ndc: number
}

export interface ProductIndex {
  /** Undefined where a product went. */
  entries: (Entry | undefined)[]
  words: WordList
  /** The words of all products, one product after the other, by their numbers. */
  tokens(): Int32Array
  /** Where each word occurs. */
  slots: Slot[][]
  /** Where each labeler's product occurs, whatever its package: by the first nine digits of the NDC. */
  byNineDigits: Map<number, Slot[]>
  size(): number
  put(product: IndexedProduct): void
  remove(id: string): void
  /** The product's entry, to change what is no word. */
  entryOf(id: string): Entry | undefined
  /** Categories, manufacturers and forms. */
  values: Numbering
  /** Brands and generic names, as their words in no order. */
  names: Numbering
}

export interface Numbering {
  numberOf(text: string): number
  /** -1 for a text that no product has. */
  known(text: string): number
  textOf(number: number): string
}

export const makeIndex = (): ProductIndex => {
  const entries: (Entry | undefined)[] = []
  const words = makeWordList()
  const slots: Slot[][] = []
  const byNineDigits = new Map<number, Slot[]>()
  const slotOf = new Map<string, Slot>()
  const values = numbering()
  const names = numbering()
  const spellings = new Map<string, number>()
  let tokens = new Int32Array(1 << 12)
  let end = 0

  /** Cutting a name into words costs more than remembering how it was cut. */
  const nameNumber = (text: string): number => {
    const known = spellings.get(text)
    if (known !== undefined) return known
    const number = names.numberOf(inAnyOrder(wordsOf(text)))
    spellings.set(text, number)
    return number
  }

  const add = (token: number, slot: Slot) => {
    if (end === tokens.length) {
      const larger = new Int32Array(2 * tokens.length)
      larger.set(tokens)
      tokens = larger
    }
    tokens[end++] = token
    const places = (slots[token] ??= [])
    if (places.at(-1) !== slot) places.push(slot)
  }

  const remove = (id: string): void => {
    const slot = slotOf.get(id)
    if (slot === undefined) return
    entries[slot] = undefined
    slotOf.delete(id)
  }

  /** A product whose words stay keeps its place, so that prices and purchases leave nothing behind. */
  const placeOf = (id: string, found: number[], ndc: number): { slot: Slot; from: number; to: number } => {
    const known = slotOf.get(id)
    const before = entries[known ?? -1]
    if (known !== undefined && before?.ndc === ndc && before.to - before.from === found.length)
      if (found.every((token, at) => tokens[before.from + at] === token)) return { slot: known, ...before }
    remove(id)
    const slot = entries.length
    entries.push(undefined)
    slotOf.set(id, slot)
    const from = end
    for (const token of found) add(token, slot)
    if (ndc >= 0) {
      const nine = Math.floor(ndc / 100)
      const packages = byNineDigits.get(nine)
      if (packages) packages.push(slot)
      else byNineDigits.set(nine, [slot])
    }
    return { slot, from, to: end }
  }

  return {
    entries,
    words,
    tokens: () => tokens,
    slots,
    byNineDigits,
    size: () => slotOf.size,
    put: ({ search, brand, genericName, ndcKey, category, manufacturer, form, ...facts }) => {
      const found = wordsIn(search, { form, hasCode: ndcKey !== '' }).map(words.numberOf)
      const ndc = ndcKey === '' ? -1 : Number(ndcKey)
      const { slot, from, to } = placeOf(facts.id, found, ndc)
      entries[slot] = {
        ...facts,
        category: values.numberOf(category),
        manufacturer: values.numberOf(manufacturer),
        form: values.numberOf(form),
        brand: nameNumber(brand),
        genericName: nameNumber(genericName),
        from,
        to,
        ndc,
      }
    },
    remove,
    entryOf: (id) => entries[slotOf.get(id) ?? -1],
    values,
    names,
  }
}

/** What names are compared by. */
export const inAnyOrder = (words: string[]): string => words.toSorted().join(' ')

const numbering = (): Numbering => {
  const numbers = new Map<string, number>()
  const texts: string[] = []
  return {
    numberOf: (text) => {
      const known = numbers.get(text)
      if (known !== undefined) return known
      numbers.set(text, texts.length)
      return texts.push(text) - 1
    },
    known: (text) => numbers.get(text) ?? -1,
    textOf: (number) => texts[number] ?? '',
  }
}

/**
 * The words of the names; of the numbers only an item number, because codes are looked for by their digits. The form
 * comes after them, because an ODT is a tablet and a pen an injection, and last the parts of words with a dash, so that
 * `toprol xl` finds Toprol-XL.
 */
const wordsIn = (search: string, { form, hasCode }: { form: string; hasCode: boolean }): string[] => {
  const [names = '', numbers = ''] = search.split('\n')
  const words = (hasCode ? names : `${names} ${numbers}`).split(' ').filter((word) => word !== '')
  const parts = words.flatMap((word) => (/^[a-z][a-z0-9]*-/.test(word) ? word.split('-') : []))
  return [...words, ...(form === '' ? [] : [form.toLowerCase()]), ...parts]
}
