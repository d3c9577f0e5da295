/** A color's palette on screen: ten shades from light to dark, and surface colors for both schemes. */
export interface BrandTones {
  shades: string[]
  /** CSS variables, each for light and dark mode. */
  surfaces: Record<string, [light: string, dark: string]>
}

/** Derives shades with the color's hue and the lightness of the default green; the ninth is the color itself. */
export const tonesOf = (color: string): BrandTones => {
  const own = readTone(color)
  const tone = (lightness: number, share: number) => writeTone({ ...own, lightness, chroma: own.chroma * share })
  const toOwn = (step: number) => lightness4 + ((own.lightness - lightness4) * step) / 4
  const breath = (lightness: number, chroma: number) =>
    writeTone({ ...own, lightness, chroma: Math.min(own.chroma, chroma) })
  const shades = [
    ...lightShades.map(([lightness, share]) => tone(lightness, share)),
    tone(toOwn(1), 1),
    tone(toOwn(2), 1),
    tone(toOwn(3), 1),
    color.toLowerCase(),
    tone(Math.min(own.lightness * 0.76, 0.36), 0.85),
  ]
  const [, , , linkInDark = '', , , , , , deep = ''] = shades
  return {
    shades,
    surfaces: {
      '--mantine-color-anchor': [shades[8] ?? '', linkInDark],
      '--mantine-primary-color-contrast': ['#ffffff', breath(0.2, 0.03)],
      '--header': [deep, breath(0.235, 0.03)],
      '--header-edge': [deep, breath(0.31, 0.03)],
      '--header-text': ['#f5f3ee', '#e8ebe9'],
      '--header-dimmed': [breath(0.84, 0.03), breath(0.77, 0.03)],
      '--header-field': ['#ffffff', breath(0.25, 0.025)],
      '--header-field-edge': ['transparent', breath(0.38, 0.03)],
      // Secondary buttons and selected items.
      '--own': [deep, linkInDark],
      '--own-soft': [shades[1] ?? '', breath(0.3, 0.05)],
      '--focus': [shades[8] ?? '', linkInDark],
    },
  }
}

const lightness4 = 0.69
const lightShades = [
  [0.968, 0.1],
  [0.925, 0.2],
  [0.855, 0.4],
  [0.775, 0.65],
  [lightness4, 0.9],
] as const

const isColor = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** The darkest light background behind links. */
const ground = '#f4f1ea'
const readable = 4.5

export interface ColorCheck {
  /** Against the page, from 1 to 21. */
  contrast: number
  /** The nearest readable shade; null if the color itself is readable. */
  readableShade: string | null
}

/** Checks whether text in or on this color is readable; null if the text is not a color. */
export const checkColor = (color: string): ColorCheck | null => {
  if (!isColor(color)) return null
  const contrast = contrastOf(color, ground)
  if (contrast >= readable) return { contrast, readableShade: null }
  const own = readTone(color)
  const steps = Array.from({ length: 100 }, (_, at) => writeTone({ ...own, lightness: own.lightness - at / 100 }))
  return { contrast, readableShade: steps.find((step) => contrastOf(step, ground) >= readable) ?? '#000000' }
}

/** Describes an unreadable color and suggests a readable shade; null if the color is readable. */
export const colorProblem = (color: string): string | null => {
  const verdict = checkColor(color)
  if (!verdict) return 'a color such as #12523f'
  const { contrast, readableShade } = verdict
  return (
    readableShade &&
    `a readable color (contrast is ${contrast.toFixed(1)}:1, the minimum 4.5:1; ${readableShade} would work)`
  )
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export const contrastOf = (one: string, other: string): number => {
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

const luminanceOf = (color: string): number => {
  const [red, green, blue] = linearOf(color)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** A color in OKLCH, with perceptual lightness and chroma. */
interface Tone {
  lightness: number
  chroma: number
  /** In radians. */
  hue: number
}

type Three = [number, number, number]

const linearOf = (color: string): Three => {
  const part = (at: number) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  return [part(1), part(3), part(5)]
}

const readTone = (color: string): Tone => {
  const [red, green, blue] = linearOf(color)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

/** Reduces the chroma until sRGB can display the color. */
const writeTone = ({ lightness, chroma, hue }: Tone): string => {
  const parts = partsOf({ lightness, chroma, hue })
  const isShown = parts.every((part) => part > -0.0005 && part < 1.0005)
  if (!isShown && chroma > 0.001) return writeTone({ lightness, chroma: chroma * 0.97, hue })
  return `#${parts.map(hexOf).join('')}`
}

const partsOf = ({ lightness, chroma, hue }: Tone): Three => {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const hexOf = (linear: number): string => {
  const share = Math.min(1, Math.max(0, linear))
  const part = share <= 0.0031308 ? share * 12.92 : 1.055 * share ** (1 / 2.4) - 0.055
  return Math.round(part * 255)
    .toString(16)
    .padStart(2, '0')
}
