/** A color with its highlights and shadows, for round shapes. */
export interface Paint {
  base: string
  light: string
  dark: string
  line: string
}

const palette: Record<string, string> = {
  white: '#f4f6f8',
  yellow: '#f3cb4e',
  blue: '#5088d6',
  orange: '#ee9650',
  pink: '#f0a3b9',
  brown: '#a97a58',
  green: '#5fae78',
  red: '#d65f62',
  purple: '#9173c6',
  turquoise: '#46b9bd',
  teal: '#2f9c94',
  navy: '#44619c',
  black: '#474f5b',
  gray: '#9ba6b3',
  grey: '#9ba6b3',
  tan: '#dcc39a',
  beige: '#e6d6b8',
  ivory: '#f3ead2',
  cream: '#f3ead2',
  peach: '#f4c1a0',
  gold: '#d6aa48',
  lavender: '#bbaade',
  maroon: '#94475a',
  clear: '#dce8f1',
}
const neutral = '#c3ccd7'

const channels = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))

const mix = (from: string, to: string, share: number): string => {
  const [a, b] = [channels(from), channels(to)]
  const mixed = a.map((value, at) => Math.round(value + ((b[at] ?? value) - value) * share))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** 'white', 'light pink', 'green/white' or 'white; blue': one paint, or two for a two-tone capsule. */
export const paintsOf = (color: string): [Paint, Paint] => {
  const words = color.toLowerCase().match(/[a-z]+/g) ?? []
  const found = words.flatMap((word, at) => {
    if (word === 'light' || word === 'dark' || word === 'and') return []
    const base = palette[word] ?? neutral
    if (words[at - 1] === 'light') return [mix(base, '#ffffff', 0.45)]
    return [words[at - 1] === 'dark' ? mix(base, '#1d2530', 0.28) : base]
  })
  const [first = neutral, second = first] = found
  return [paint(first), paint(second)]
}

const paint = (base: string): Paint => ({
  base,
  light: mix(base, '#ffffff', 0.55),
  dark: mix(base, '#2a3441', 0.24),
  // A medium tone, so that edges are visible on light and dark backgrounds.
  line: mix(base, '#5b6878', 0.55),
})

export const paper = paint('#f7f9fb')
export const steel = paint('#b9c3ce')
export const glass = paint('#dfebf4')
export const amber = paint('#b8763b')
export const ink = '#a9b4c1'

/** Labels and cartons need a hue: white and near-white get a quiet blue. */
export const accentOf = (color: Paint): Paint => (brightness(color.base) > 225 ? paint('#86a6cc') : color)

const brightness = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = channels(color)
  return 0.3 * red + 0.59 * green + 0.11 * blue
}
