import type { ProductCard } from './contract.ts'

type Named = Pick<ProductCard, 'name' | 'manufacturer' | 'packQuantity' | 'packUnit'>

interface SplitName {
  /** The name without the pack and the manufacturer at its end. */
  title: string
  /** The pack as the name states it; empty if it stays in the title. */
  pack: string
  /** What the title lacks of the name. */
  rest: string
}

/**
 * Splits off what a row shows elsewhere: a pack that equals the product's, and a manufacturer that abbreviates the
 * product's. Anything else stays in the title.
 */
export const splitName = ({ name, manufacturer, packQuantity, packUnit }: Named): SplitName => {
  const [, beforeMaker = name, maker = ''] = /^(.+?) \(([^()]+)\)$/.exec(name) ?? []
  const named = maker && isShortFor(maker, manufacturer) ? beforeMaker : name
  const [, beforePack = named, pack = ''] = packed.exec(named) ?? []
  const title = pack && isPackOf(pack, { packQuantity, packUnit }) ? beforePack : named
  return { title, pack: title === named ? '' : pack, rest: name.slice(title.length) }
}

const packed = /^(.+), (\d[\d.,x× ]* ?(?:ct|mL|g)(?: [a-z][a-z -]*)?)$/

const isPackOf = (pack: string, { packQuantity, packUnit }: Pick<Named, 'packQuantity' | 'packUnit'>): boolean => {
  const [, count = '', each = '1', unit = ''] = /^([\d.,]+)(?: ?[x×] ?([\d.,]+))? ?(ct|mL|g)/.exec(pack) ?? []
  const [times, amount] = [count, each].map((text) => Number(text.replaceAll(',', '')))
  const total = (times ?? NaN) * (amount ?? NaN)
  return packQuantity !== null && (unit === 'ct' ? 'EA' : unit) === packUnit && Math.abs(total - packQuantity) < 1e-6
}

/** The words of the short form come in this order in the whole name, beginning with its first. */
const isShortFor = (short: string, whole: string): boolean => {
  const [words, all] = [wordsOf(short), wordsOf(whole)]
  if (words.length === 0 || words[0] !== all[0]) return false
  let at = 0
  for (const word of all) if (word === words[at]) at++
  return at === words.length
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+/gu) ?? []
