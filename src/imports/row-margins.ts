import type { Margin, ToConfirm } from './import-shapes.ts'

type Measure = Margin['what']

/** The existing values of a product that a row sets, and whether each changes by a wide margin. */
export type RowMargin = Partial<Record<Measure, boolean>>

const measures: readonly Measure[] = ['names', 'prices', 'stocks']

/** Fewer than half of the words are left. */
export const isOtherName = (before: string, after: string): boolean => {
  const words = wordsOf(before)
  const left = new Set(wordsOf(after))
  return words.length > 0 && words.filter((word) => left.has(word)).length * 2 < words.length
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\d]+/gu) ?? []

/** More than half above, or more than a third below. A first price never counts. */
export const isOtherPrice = (before: number, after: number): boolean =>
  before > 0 && (after > before * 1.5 || after * 1.5 < before)

/** More than twice or less than half as many, and at least ten pieces apart. */
export const isOtherStock = (before: number, after: number): boolean =>
  Math.abs(after - before) >= 10 && (after > before * 2 || after * 2 < before)

/** The margin of a row as a bit mask: one bit for each value that it sets, and one for each wide change. */
export const bitsOf = ({ margin }: { margin?: RowMargin | undefined }): number =>
  measures.reduce((bits, what, at) => {
    const isFar = margin?.[what]
    return isFar === undefined ? bits : bits | (1 << at) | (isFar ? farBit(at) : 0)
  }, 0)

const farBit = (at: number): number => 1 << (at + measures.length)

/** With one or two rows, a wide change of most of them says nothing about the file. */
const fewestFar = 3

/** What the user has to confirm first; null for a file that changes most of what it touches only slightly. */
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

/** For clients without a screen. */
export const confirmSentence = ({ rows, margins }: ToConfirm): string =>
  `This file changes most of its rows: ${margins.map(marginSentence).join(', ')}. Check its columns. To continue, send confirm ${rows}.`
