import { plainText } from './plain-text.ts'
import { isPackageUnit } from './unit-words.ts'

/**
 * What a column header means. `orderQuantity` names both, as in "Order Qty". `maybe` is an order quantity in some files
 * and something else in others. `forbidden` is never one: stock, pack sizes, money, dates.
 */
export type HeaderMeaning =
  | 'ndc'
  | 'gtin'
  | 'item'
  | 'orderQuantity'
  | 'order'
  | 'quantity'
  | 'maybe'
  | 'unit'
  | 'forbidden'
  | 'other'

const order = /^(?:order|orders|ordered|ordering|ord)$/
const quantity = /^(?:qty|quantity|quantities|qnty|quan|qtty|pcs|pieces|cantidad)$/
// Next to a quantity word they mean an order quantity.
const wanted = /^(?:need|needs|needed|want|wanted|request|requested|req|reqd|required|buy)$/
// "Order" next to one of these is another number: stock, pack size, price or date.
const notOrdered =
  /^(?:on|onhand|hand|oh|qoh|soh|stock|stocked|instock|inventory|inv|available|avail|atp|par|min|minimum|max|maximum|target|ideal|multiple|multiples|increment|moq|level|point|pack|packs|pkg|package|packaging|size|case|per|line|lines|ln|price|prices|cost|costs|total|subtotal|ext|extended|amount|amt|value|usd|uom|um|unit|measure|count|counted|last|previous|prev|prior|past|history|avg|average|usage|used|use|sold|sales|shipped|ship|received|recv|rcvd|receipt|invoice|invoiced|billed|back|backordered|backorder|bo|open|pending|outstanding|allocated|reserved|returned|return|canceled|cancelled|cancel|suggested|suggest|recommended|forecast|due|short|number|num|no|nbr|id|date|day|days|time|status|type|by|from|to|ref|reference|name|code|class|category|strength|dose|weight|expiry|exp|lot|note|notes|comment|comments|yes|y|n|mo|month|monthly|week|weekly|year|yearly|annual|ytd|mtd|limit|allowed|old|left|remaining|rem|balance|bal|damaged|discount|rank|tabs|tablets|caps|capsules|ml|mg|ct|bin|shelf|row|seq|sequence|page|free|bonus|wt|vol|volume|kit|inner|outer|dispensed|dispense|rx|fill|filled|refill|refills|supply)$/
/** Before a word such as "ordered" they mean a count; after it, an identifier. */
const counting = /^(?:number|num|no|nbr|amount|amt|total|count)$/
/** Words that do not change the meaning. */
const harmless = /^(?:please|enter|your|our|my|the|of|new|this|today|now|here|product|item|ea)$/

const ndcHeader = /^(?:ndc|ndc11|ndc10|ndcno|ndccode|ndcid|nationaldrugcode|nationaldrugcodendc)$/
const gtinHeader = /^(?:gtin|gtin14|gtin12|upc|upccode|upca|upcno|ean|ean13|barcode|scancode|scan)$/
const itemHeader =
  /^(?:item|itemno|itemcode|itemid|itemnbr|sku|skuno|code|product|productcode|productno|productid|material|materialno|materialcode|catalog|catalogno|ourno|ouritem|ouritemno|ourcode|vendoritem|vendoritemno|vendorno|supplieritem|supplieritemno|stockno|no)$/

const unitHeader = /^(?:uom|um|unitofmeasure|unit|units?ofissue|uoi|orderunit|orderuom|sellunit|unittype)$/

/** The words of a header, split at spaces, underscores and camel case. */
const wordsOf = (header: string): string[] =>
  plainText(header)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll('#', ' number ')
    .split(/[^a-z0-9]+/)
    .filter(Boolean)

export const meaningOfHeader = (header: string): HeaderMeaning => {
  const words = wordsOf(header)
  if (words.length === 0) return 'other'
  const plain = words.join('').replaceAll('number', 'no')
  if (ndcHeader.test(plain)) return 'ndc'
  if (gtinHeader.test(plain)) return 'gtin'
  if (unitHeader.test(plain)) return 'unit'
  if (itemHeader.test(plain)) return 'item'
  if (/^(?:order|ord|ordered)(?:qty|quantity)$|^(?:qty|quantity)(?:order|ordered|ord|toorder)$/.test(plain))
    return 'orderQuantity'
  if (/onhand|instock|inventory|price/.test(plain)) return 'forbidden'
  return meaningOfWords(words)
}

const meaningOfWords = (words: readonly string[]): HeaderMeaning => {
  const isOrder = words.some((word) => order.test(word))
  const isQuantity = words.some((word) => quantity.test(word))
  const isWanted = words.some((word) => wanted.test(word))
  const units = words.filter((word) => isPackageUnit(word) && !/^(?:units?|each|ea|pcs|pieces?)$/.test(word))
  if (words.includes('ndc') && !isOrder && !isQuantity) return 'ndc'
  // "To order", "Qty to order" and "# ordered" combine words that are ambiguous alone.
  const isToOrder = words.some((word, at) => word === 'to' && order.test(words[at + 1] ?? ''))
  const isCounted =
    isToOrder ||
    words.some(
      (word, at) =>
        counting.test(word) && /^(?:ordered|needed|wanted|requested|required|reqd)$/.test(words[at + 1] ?? ''),
    )
  const says = (word: string) => (isToOrder && word === 'to') || (isCounted && counting.test(word))
  const others = words.filter((word) => ![order, quantity, wanted].some((known) => known.test(word)) && !says(word))
  if (others.some((word) => notOrdered.test(word))) return 'forbidden'
  // "Bottles" is a quantity, but "bottle quantity" may be the content of one bottle.
  const areMany = units.length > 0 && units.every((unit) => /[^s]s$/.test(unit))
  if (!isOrder && !isQuantity && !isWanted)
    return areMany && units.length === words.length
      ? 'quantity'
      : words.some((word) => maybe.test(word))
        ? 'maybe'
        : 'other'
  const isPlain = others.every(
    (word) =>
      harmless.test(word) ||
      (areMany && (isPackageUnit(word) || word === 'in')) ||
      (isOrder && /^(?:units|each)$/.test(word)),
  )
  if (!isPlain) return 'maybe'
  if (isCounted || (isQuantity && (isOrder || isWanted))) return 'orderQuantity'
  if (isWanted) return 'maybe'
  return isOrder ? 'order' : 'quantity'
}

/** An order quantity in some files, stock data in others. */
const maybe = /^(?:reorder|requisition|purchase|purchased|purchases|units|each|po|replenish|add|send)$/

/** The meaning of a two-row header: a stock word above "Qty" also applies to it. */
export const meaningOfBoth = (upper: string, lower: string): HeaderMeaning => {
  const below = meaningOfHeader(lower)
  if (plainText(upper) === '' || isCodeMeaning(below)) return below
  const above = meaningOfHeader(upper)
  if (plainText(lower) === '') return above
  const both = meaningOfHeader(`${upper} ${lower}`)
  // An upper row without quantity words is a title.
  return isCodeMeaning(both) || (both === 'maybe' && above === 'other') ? below : both
}

export const isCodeMeaning = (meaning: HeaderMeaning): boolean =>
  meaning === 'ndc' || meaning === 'gtin' || meaning === 'item'

export const isQuantityMeaning = (meaning: HeaderMeaning): boolean =>
  meaning === 'orderQuantity' || meaning === 'order' || meaning === 'quantity'

/** In a sheet with target levels or dispensing data, "Qty" may not be the order quantity. */
export const mayCountOtherThings = (headers: readonly string[]): boolean => {
  const words = headers.flatMap(wordsOf)
  const has = (known: RegExp) => words.some((word) => known.test(word))
  if (has(/^(?:rx|patient|patients|prescriber|dispensed|refills?|supply)$/)) return true
  const hasLevel = has(/^(?:par|min|minimum|max|maximum|level|point|reorder|target|ideal)$/)
  return hasLevel && !has(/^(?:on|onhand|hand|oh|qoh|soh|stock|instock|inventory|count|counted|available|avail)$/)
}

/** Identifies files by their headers, so that the user's column choice is reused for files of the same kind. */
export const headerSignature = (headers: readonly string[]): string =>
  headers.some((header) => plainText(header) !== '') ? headers.map((header) => wordsOf(header).join(' ')).join('|') : ''
