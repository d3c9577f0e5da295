import type { Page } from './check-words.ts'
import { isTest } from './layout.ts'

interface Scale {
  what: string
  pattern: RegExp
  /** In pixels for lengths. */
  allowed: readonly number[]
  /** Lengths outside are no controls, such as rules, pictures and boxes. */
  from?: number
  to?: number
}

const sizes = { what: 'font size', allowed: [12, 13, 14, 16, 20, 26] }
const weights = { what: 'font weight', allowed: [400, 550, 620] }
// 24 is the smallest touch target, 28 to 42 are controls, 48 and more are rows and bars.
const heights = { what: 'height', allowed: [24, 28, 36, 42, 48, 56, 60], from: 21, to: 60 }

/** In styles, in properties of components, and in style objects. */
const scales: readonly Scale[] = [
  { ...sizes, pattern: /(?<!-)font-size:\s*([^;]+)/g },
  { ...sizes, pattern: /\bfz=\{?"?(\d[\w.]*)/g },
  { ...sizes, pattern: /\bfontSize: '?(\d[\w.]*)/g },
  { ...weights, pattern: /(?<!-)font-weight:\s*([^;]+)/g },
  { ...weights, pattern: /\bfw=\{?"?([\w.]+)/g },
  { ...weights, pattern: /\bfontWeight: '?([\w.]+)/g },
  { ...heights, pattern: /(?<![-\w])(?:min-)?height:\s*([^;]+)/g },
  { ...heights, pattern: /\bm?i?h=\{?"?(\d[\w.]*)/g },
  { ...heights, pattern: /(?<![-\w])(?:minH|h)eight: '?(\d[\w.]*)'?(?=,| \})/g },
  // The buttons and fields of these sizes have 50 and 60 pixels.
  { what: 'size', pattern: /<(?:\w+(?:Button|Input|Field|Icon)|Button)\b[^>]*\ssize="(lg|xl)"/g, allowed: [] },
]

/** Finds type sizes, weights and control heights that are not on the scale of the screens. */
export const checkScale = (pages: readonly Page[]): string[] =>
  pages
    .filter(({ file }) => /\.(?:css|tsx)$/.test(file) && !isTest(file))
    .flatMap(({ file, text }) =>
      scales.flatMap((scale) =>
        [...text.matchAll(scale.pattern)].flatMap((found) => {
          const value = found[1]?.trim() ?? ''
          if (isOn(scale, value)) return []
          const line = text.slice(0, found.index).split('\n').length
          return [`${file}:${line}: ${scale.what} “${value}” is not on the scale ${scale.allowed.join(', ')}`]
        }),
      ),
    )

const isOn = ({ allowed, from = 0, to = Infinity }: Scale, value: string): boolean => {
  if (allowed.length === 0) return false
  const [, number, unit] = /^([\d.]+)(px|rem)?(?: !important)?$/.exec(value) ?? []
  // Relative, printed and computed values, and the range of a font file.
  if (number === undefined) return !/clamp|\dv[wh]\b.*rem/.test(value)
  const size = unit === 'rem' ? Number(number) * 16 : Number(number)
  return size < from || size > to || allowed.includes(size)
}
