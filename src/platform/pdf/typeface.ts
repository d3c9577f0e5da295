import { createRequire } from 'node:module'
import type { Font } from 'fontkit'

type Weight = '400Regular' | '600SemiBold'

/** The typeface of the screens, with Latin, Greek and Cyrillic. */
export interface Typeface {
  regular: Font
  strong: Font
}

let opening: Promise<Typeface> | null = null

/** Opened with the first document and shared by all. */
export const openTypeface = (): Promise<Typeface> => (opening ??= read())

const read = async (): Promise<Typeface> => {
  const fontkit = await import('fontkit')
  const { resolve } = createRequire(import.meta.url)
  const face = async (weight: Weight): Promise<Font> => {
    const font = await fontkit.open(resolve(`@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`))
    if (font.type !== 'TTF') throw new Error(`The typeface is no TTF file but ${font.type}.`)
    return font
  }
  return { regular: await face('400Regular'), strong: await face('600SemiBold') }
}

/** Marks omitted characters. */
export const leftOut = '[…]'

/** Characters that the typeface lacks lose their accents; words of unsupported scripts are replaced by a mark. */
export const printable = ({ regular }: Typeface, text: string): string => {
  const isKnown = (letter: string) => regular.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)
  const plain = (letter: string) => {
    const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    return bare !== '' && [...bare].every(isKnown) ? bare : unknown
  }
  return [...text.normalize('NFC').replaceAll(/[\s\p{Cc}]+/gu, ' ')]
    .map((letter) => (isKnown(letter) ? letter : plain(letter)))
    .join('')
    .replaceAll(unknownWords, leftOut)
}

/** A noncharacter, which never appears in text. */
const unknown = '\uffff'
const unknownWords = /\uffff(?:[\uffff ]*\uffff)?/g
