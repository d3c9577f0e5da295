import { splitWords } from '#catalog/split-words.ts'
import { forgetStock, makeLists } from './arrange-products.ts'
import { makeSpeller, type ProductSpelling, type ProductTexts } from './tokenize-product.ts'
import { enlargeColumns, makeColumns } from './index-columns.ts'
import { noRestrictions, type Restricted, type Restrictions } from './read-restrictions.ts'
import { makeCodeList } from './list-codes.ts'
import { labelText, makeLabelList } from './list-labels.ts'
import { makeFormulaList } from './list-formulas.ts'
import { makeWordList } from './list-words.ts'
import { makeNumbering } from './number-texts.ts'
import { LRUCache } from 'lru-cache'
import type { Remarks } from '#catalog/contract.ts'

/** The product facts that are kept in memory for search, filters, counts and ranking. */
export interface IndexedProduct extends ProductTexts {
  id: string
  category: string
  /** As printed on the label; empty if the strength is only in the name. */
  strength: string
  price: number
  rating: number
  numReviews: number
  timesBought: number
  /** Microseconds. */
  createdAt: number
  isPublished: boolean
  /** `Refrigerated` or `Frozen`; empty at room temperature. */
  storage: string
  /** `10 x 2 mL`; empty if the contents are unknown. */
  pack: string
  isInStock: boolean
  isUnpictured: boolean
}

/** A product's position in the index arrays. A product whose words change gets a new slot. */
export type Slot = number

/**
 * A slot that contains a word, and a flag whether the word occurs only behind the names. Packed into one number,
 * because there are millions.
 */
export type SlotPlace = number
export const slotAt = (place: SlotPlace): Slot => place >> 1
export const isBehindNames = (place: SlotPlace): boolean => (place & 1) === 1

export const makeIndex = () => {
  const words = makeWordList()
  /** Brands and generic names, keyed by their words in sorted order. */
  const names = makeNumbering()
  const formulas = makeFormulaList()
  return {
    /** By slot; ids of removed products remain. */
    ids: [] as string[],
    slotOf: new Map<string, Slot>(),
    columns: makeColumns(1 << 12),
    words,
    /** Word numbers of all products, one product after another, up to `tokensEnd`. */
    tokens: new Int32Array(1 << 14),
    tokensEnd: 0,
    /** Occurrences by word number, in slot order. */
    places: [] as SlotPlace[][],
    /** Slots by labeler and product, ignoring the package: the first nine NDC digits. */
    byNineDigits: new Map<number, Slot[]>(),
    codes: makeCodeList(),
    /** Texts of categories, manufacturers, forms and packs. */
    values: makeNumbering(),
    /** Manufacturers among the values, all and by first word. */
    makers: { all: new Set<number>(), byWord: new Map<string, Set<number>>() },
    /** Categories among the values. */
    categories: new Set<number>(),
    names,
    formulas,
    labels: makeLabelList(),
    spell: makeSpeller({ words, names, formulas }),
    all: makeLists('isThere'),
    published: makeLists('isPublished'),
    kept: makeAnswerCache(),
    restrictions: noRestrictions,
    /** Slots of restricted products; null until first needed. */
    restricted: null as Restricted | null,
  }
}

export type ProductIndex = ReturnType<typeof makeIndex>

export const putInIndex = (index: ProductIndex, product: IndexedProduct): void => {
  const spelling = index.spell(product)
  const slot = slotFor(index, product, spelling)
  const { columns, values } = index
  columns.isThere[slot] = 1
  columns.isPublished[slot] = Number(product.isPublished)
  columns.isCold[slot] = Number(product.storage !== '')
  columns.isInStock[slot] = Number(product.isInStock)
  columns.isUnpictured[slot] = Number(product.isUnpictured)
  const category = values.numberOf(product.category)
  columns.category[slot] = category
  index.categories.add(category)
  const maker = values.numberOf(product.manufacturer)
  columns.manufacturer[slot] = maker
  noteMaker(index, maker, product.manufacturer)
  columns.form[slot] = values.numberOf(product.form)
  columns.schedule[slot] = values.numberOf(product.schedule)
  columns.storage[slot] = values.numberOf(product.storage)
  columns.pack[slot] = values.numberOf(product.pack)
  columns.brand[slot] = spelling.brand
  columns.genericName[slot] = spelling.genericName
  columns.formula[slot] = spelling.formula
  columns.oral[slot] = spelling.oral
  columns.label[slot] = index.labels.numberOf(labelText(product))
  columns.price[slot] = product.price
  columns.rating[slot] = product.rating
  columns.numReviews[slot] = product.numReviews
  columns.timesBought[slot] = product.timesBought
  columns.createdAt[slot] = product.createdAt
  noteMoved(index, slot)
}

const noteMaker = ({ makers }: ProductIndex, number: number, maker: string): void => {
  if (makers.all.has(number)) return
  makers.all.add(number)
  const [first = ''] = splitWords(maker)
  makers.byWord.set(first, (makers.byWord.get(first) ?? new Set()).add(number))
}

export const removeFromIndex = (index: ProductIndex, id: string): void => {
  const slot = index.slotOf.get(id)
  if (slot === undefined) return
  index.columns.isThere[slot] = 0
  index.columns.isPublished[slot] = 0
  index.slotOf.delete(id)
  noteMoved(index, slot)
}

/** Stock changes don't create a new catalog version. */
export const setInStock = (index: ProductIndex, id: string, isInStock: boolean): void => {
  const { slotOf, columns, all, published } = index
  const slot = slotOf.get(id)
  if (slot === undefined || columns.isInStock[slot] === Number(isInStock)) return
  columns.isInStock[slot] = Number(isInStock)
  forgetStock(all)
  forgetStock(published)
  forgetAnswers(index)
}

export const setRestrictions = (index: ProductIndex, restrictions: Restrictions): void => {
  index.restrictions = restrictions
  index.restricted = null
  forgetAnswers(index)
}

/** Replaces the cache instead of clearing it, so that a running search writes its stale result into the old one. */
const forgetAnswers = (index: ProductIndex): void => {
  if (index.kept.size > 0) index.kept = makeAnswerCache()
}

const noteMoved = (index: ProductIndex, slot: Slot): void => {
  const { all, published } = index
  forgetAnswers(index)
  index.restricted = null
  for (const { orders, moved } of [all, published]) if (orders.size > 0) moved.add(slot)
}

/** A product whose words are unchanged keeps its slot, so that changes of price or sales leave no dead slots. */
const slotFor = (index: ProductIndex, { id, ndcKey }: IndexedProduct, { tokens, named }: ProductSpelling): Slot => {
  const ndc = ndcKey === '' ? -1 : Number(ndcKey)
  const known = index.slotOf.get(id)
  if (known !== undefined && isSpeltSo(index, known, { tokens, named, ndc })) return known
  removeFromIndex(index, id)
  return addSlot(index, id, { tokens, named, ndc })
}

interface Spelt extends Pick<ProductSpelling, 'tokens' | 'named'> {
  ndc: number
}

const isSpeltSo = ({ columns, tokens: all }: ProductIndex, slot: Slot, { tokens, named, ndc }: Spelt): boolean => {
  const from = columns.from[slot] ?? 0
  return (
    columns.ndc[slot] === ndc &&
    columns.named[slot] === from + named &&
    columns.to[slot] === from + tokens.length &&
    tokens.every((token, at) => all[from + at] === token)
  )
}

const addSlot = (index: ProductIndex, id: string, { tokens, named, ndc }: Spelt): Slot => {
  const slot = index.ids.push(id) - 1
  if (slot === index.columns.isThere.length) index.columns = enlargeColumns(index.columns, 2 * slot)
  const { columns, byNineDigits } = index
  index.slotOf.set(id, slot)
  columns.from[slot] = index.tokensEnd
  columns.named[slot] = index.tokensEnd + named
  for (const [at, token] of tokens.entries()) addToken(index, token, 2 * slot + Number(at >= named))
  columns.to[slot] = index.tokensEnd
  columns.ndc[slot] = ndc
  if (ndc < 0) return slot
  index.codes.add(ndc)
  const nine = Math.floor(ndc / 100)
  const packages = byNineDigits.get(nine)
  if (packages) packages.push(slot)
  else byNineDigits.set(nine, [slot])
  return slot
}

const addToken = (index: ProductIndex, token: number, place: SlotPlace): void => {
  if (index.tokensEnd === index.tokens.length) {
    const larger = new Int32Array(2 * index.tokens.length)
    larger.set(index.tokens)
    index.tokens = larger
  }
  index.tokens[index.tokensEnd++] = token
  const places = (index.places[token] ??= [])
  if (slotAt(places.at(-1) ?? -1) !== slotAt(place)) places.push(place)
}

/** Cached results of a query, up to the last requested page. */
interface CachedAnswer {
  count: number
  remarks: Remarks
  noteOf: ((slot: number) => string) | null
  /** Product slots, in order. */
  first: readonly number[]
}

/** Results shared by all users until a product changes. Entries are sized by their slots and key characters. */
const makeAnswerCache = () =>
  new LRUCache<string, CachedAnswer>({
    maxSize: 500_000,
    sizeCalculation: ({ first }, key) => key.length + first.length,
  })
