import type { Margin, ToConfirm } from './import-shapes.ts'

type Measure = Margin['what']

/** What a row touches of a product that is there, and whether it changes that by a wide margin. */
export type RowMargin = Partial<Record<Measure, boolean>>

const measures: readonly Measure[] = ['names', 'prices', 'stocks']

/** Fewer than half of the words stay. */
export const isOtherName = (before: string, after: string): boolean => {
  const words = wordsOf(before)
  const left = new Set(wordsOf(after))
  return words.length > 0 && words.filter((word) => left.has(word)).length * 2 < words.length
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/** More than half above, or a third below; what had no price yet tells nothing. */
export const isOtherPrice = (before: number, after: number): boolean =>
  before > 0 && (after > before * 1.5 || after * 1.5 < before)

/** More than twice or less than half as many, and more than a few. */
export const isOtherStock = (before: number, after: number): boolean =>
  Math.abs(after - before) >= 10 && (after > before * 2 || after * 2 < before)

/** A row's margin as one number of its table: a bit for what it touches, and one for what it changes widely. */
export const bitsOf = ({ margin }: { margin?: RowMargin | undefined }): number =>
  measures.reduce((bits, what, at) => {
    const isFar = margin?.[what]
    return isFar === undefined ? bits : bits | (1 << at) | (isFar ? farBit(at) : 0)
  }, 0)

const farBit = (at: number): number => 1 << (at + measures.length)

/** Of a file of one or two rows nobody can say that most of it went wrong. */
const fewestFar = 3

/** What somebody has to agree to first; null for a file that leaves most of what it touches about as it was. */
export const toConfirm = (rows: readonly number[]): ToConfirm | null =>
  countsToConfirm([...Map.groupBy(rows, (bits) => bits)].map(([bits, some]) => ({ bits, rows: some.length })))

export const countsToConfirm = (counts: readonly { bits: number; rows: number }[]): ToConfirm | null => {
  const rowsWith = (mask: number) => counts.reduce((sum, { bits, rows }) => sum + ((bits & mask) === 0 ? 0 : rows), 0)
  const margins = measures
    .map((what, at): Margin & { bit: number } => ({
      what,
      far: rowsWith(farBit(at)),
      of: rowsWith(1 << at),
      bit: farBit(at),
    }))
    .filter(({ far, of }) => far >= fewestFar && far * 2 > of)
  if (margins.length === 0) return null
  return {
    rows: rowsWith(margins.reduce((mask, { bit }) => mask | bit, 0)),
    margins: margins.map(({ what, far, of }) => ({ what, far, of })),
  }
}

const said: Record<Measure, string> = {
  names: 'names change',
  prices: 'prices change by more than half',
  stocks: 'stocks change to more than twice or less than half',
}

export const marginSentence = ({ what, far, of }: Margin): string =>
  `${far.toLocaleString('en-US')} of ${of.toLocaleString('en-US')} ${said[what]}`

/** For whoever sent a file without a screen. */
export const confirmSentence = ({ rows, margins }: ToConfirm): string =>
  `This file changes most of its rows: ${margins.map(marginSentence).join(', ')}. Check its columns. To continue, send confirm ${rows}.`
