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

/** Type sizes, weights and control heights of the screens. */
const scales: readonly Scale[] = [
  { what: 'font size', pattern: /(?<!-)font-size:\s*([^;]+)/g, allowed: [12, 13, 14, 16, 20, 26] },
  { what: 'font weight', pattern: /(?<!-)font-weight:\s*([^;]+)/g, allowed: [400, 550, 620] },
  { what: 'font weight', pattern: /\bfw=\{?"?([\w.]+)/g, allowed: [400, 550, 620] },
  // 24 is the smallest touch target, 28 to 42 are controls, 48 and more are rows and bars.
  {
    what: 'height',
    pattern: /(?<![-\w])(?:min-)?height:\s*([^;]+)/g,
    allowed: [24, 28, 36, 42, 48, 56, 60],
    from: 21,
    to: 60,
  },
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
  const [, number, unit] = /^([\d.]+)(px|rem)?(?: !important)?$/.exec(value) ?? []
  // Relative, printed and computed values, and the range of a font file.
  if (number === undefined) return !/clamp|\dv[wh]\b.*rem/.test(value)
  const size = unit === 'rem' ? Number(number) * 16 : Number(number)
  return size < from || size > to || allowed.includes(size)
}
