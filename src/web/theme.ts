import {
  type ButtonProps,
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type InputProps,
  type MantineColorsTuple,
  type MantineTheme,
  type VariantColorsResolver,
} from '@mantine/core'
import { portalSettings } from './portal-settings.ts'

const { tones } = portalSettings.brand

/** Bottle green of apothecary jars. */
const green: MantineColorsTuple = [
  '#eef6f2',
  '#dcece4',
  '#b9d9cb',
  '#8fc3ad',
  '#62ab90',
  '#3f9276',
  '#297a60',
  '#1b654f',
  '#12523f',
  '#0b3b2e',
]

/** Warm paper grays. */
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f4f1ea',
  '#eae6dc',
  '#ddd8cb',
  '#cbc5b6',
  '#a8a293',
  '#7f7a6d',
  '#625e53',
  '#434039',
  '#272520',
]

/** Greenish slate, from text to page background. */
const dark: MantineColorsTuple = [
  '#dbe3df',
  '#b8c3be',
  '#93a19b',
  '#75837d',
  '#46534e',
  '#323e39',
  '#222c28',
  '#18201d',
  '#121917',
  '#0c1110',
]

/** Filled brand elements use the brand's contrast color, because white on light green has too little contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input)
  const isBrand = (input.color ?? input.theme.primaryColor) === 'brand'
  return isBrand && input.variant === 'filled' ? { ...colors, color: 'var(--mantine-primary-color-contrast)' } : colors
}

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 8, dark: 4 },
  colors: { brand: (tones?.shades as MantineColorsTuple | undefined) ?? green, gray, dark }, // the server always sends ten
  variantColorResolver,
  black: '#1b231f',
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  // 16, 18, 20, 22 and 26 pixels.
  lineHeights: { xs: '1.3333', sm: '1.3846', md: '1.4286', lg: '1.375', xl: '1.3' },
  defaultRadius: 'sm',
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  headings: { fontWeight: '620', sizes: { h1: { fontSize: '1.625rem', lineHeight: '1.2308' } } },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // The header of a drawer is not a page banner.
    Drawer: { defaultProps: { attributes: { header: { role: 'none' } } } },
    // A list whose field leaves the view for a moment would hide and, by keyboard or script, not be found again.
    Popover: { defaultProps: { hideDetached: false } },
    // 28 pixels in tables, 24 within a line; the sizes sm and md have 36 and 42.
    Button: {
      vars: (_: MantineTheme, { size }: ButtonProps) => ({
        root:
          size === 'xs'
            ? { '--button-height': '1.75rem' }
            : size === 'compact-xs'
              ? { '--button-height': '1.5rem' }
              : {},
      }),
    },
    Input: {
      vars: (_: MantineTheme, { size }: InputProps) => ({
        wrapper: size === 'xs' ? { '--input-height': '1.75rem' } : {},
      }),
    },
  },
})

/** WCAG 2.2 AA contrast in both schemes, and the portal's surface colors. */
const surfaces: Record<string, [light: string, dark: string]> = {
  '--mantine-color-body': ['#faf8f4', '#121917'],
  '--mantine-color-text': ['#1b231f', '#dbe3df'],
  '--mantine-color-dimmed': ['#5d6059', '#9daaa4'],
  '--mantine-color-placeholder': ['#6f6d65', '#8a9892'],
  '--mantine-color-error': ['#b3261e', '#ff9d93'],
  '--mantine-color-anchor': ['#12523f', '#8fc3ad'],
  '--mantine-color-disabled': ['#eeeae0', '#232e29'],
  '--mantine-color-disabled-color': ['#746f62', '#8a9892'],
  '--mantine-color-default': ['#ffffff', '#18201d'],
  '--mantine-color-default-border': ['#d8d2c4', '#3a4742'],
  '--mantine-primary-color-contrast': ['#ffffff', '#06201e'],
  '--surface': ['#ffffff', '#18201d'],
  '--surface-sunken': ['#f4f1ea', '#1e2824'],
  '--hairline': ['#e4dfd3', '#2b3531'],
  '--field-border': ['#8c897e', '#66746e'],
  '--plate': ['#ffffff', '#25302b'],
  '--photo-plate': ['#ffffff', '#a9b0ab'],
  '--header': ['#0b3b2e', '#0d211b'],
  '--header-edge': ['#0b3b2e', '#20352d'],
  '--header-text': ['#f3f1e9', '#e6ede9'],
  '--header-dimmed': ['#b9d0c5', '#a3bab0'],
  '--header-hover': ['rgb(255 255 255 / 10%)', 'rgb(255 255 255 / 9%)'],
  '--header-field': ['#ffffff', '#14261f'],
  '--header-field-edge': ['transparent', '#33463e'],
  '--own': ['#12523f', '#9fd3bd'],
  '--own-soft': ['#dcece4', '#16342a'],
  '--focus': ['#12523f', '#8fc3ad'],
  '--cold': ['#1f5c8f', '#9cc7ea'],
  '--cold-soft': ['#e7f0f7', '#1a2c3b'],
  '--notice': ['#7a4a06', '#f0cf8e'],
  '--notice-soft': ['#fbf1dc', '#33290f'],
  '--good': ['#12523f', '#9fd3bd'],
  '--good-soft': ['#dcece4', '#16342a'],
  '--bad': ['#a3221b', '#ffb1a8'],
  '--bad-soft': ['#fae8e5', '#3d1d1a'],
}

const inScheme = (at: 0 | 1) =>
  Object.fromEntries(Object.entries({ ...surfaces, ...tones?.surfaces }).map(([name, both]) => [name, both[at]]))

export const variables: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    ...inScheme(0),
    ...Object.fromEntries(
      Object.keys(colors).map((name) => [
        `--mantine-color-${name}-light-color`,
        `color-mix(in srgb, var(--mantine-color-${name}-9) 72%, #000)`,
      ]),
    ),
  },
  dark: {
    ...inScheme(1),
    // Mantine's own yellow is too bright in dark mode.
    '--mantine-color-yellow-light': 'var(--notice-soft)',
    '--mantine-color-yellow-light-color': 'var(--notice)',
  },
})
