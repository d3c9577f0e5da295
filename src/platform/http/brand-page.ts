import { jarMark, ownName } from '#shared/jar-mark.ts'
import { type Brand, type Logo, mainTonesOf } from '../brand.ts'

/** A logo as the pages show it. */
interface ShownLogo {
  src: string
  width: number
  height: number
  /** A logo made for light backgrounds gets a light plate in the dark header. */
  onPlate: boolean
}

/** Brand settings that the pages need before their first API call. */
export const settingsOfBrand = (brand: Brand) => ({
  name: brand.name,
  footer: brand.footer,
  legal: brand.legal,
  tones: brand.tones,
  logo: brand.logoDark ? shown(brand.logoDark, 'logo-dark', brand) : shown(brand.logo, 'logo', brand, true),
  logoOnPaper: shown(brand.logo, 'logo', brand),
})

const logoHeight = 30

const shown = (logo: Logo | null, file: string, { version }: Brand, onPlate = false): ShownLogo | null =>
  logo && {
    src: `/brand/${file}?v=${version}`,
    width: Math.round((logo.width * logoHeight) / logo.height),
    height: logoHeight,
    onPlate,
  }

/** Head elements of the page: title, icons, manifest and the colors of the first paint. */
export const headOf = (brand: Brand, nonce: string): string => {
  const { header, headerInDark } = mainTonesOf(brand)
  const at = (file: string) => `/brand/${file}?v=${brand.version}`
  return [
    `<title>${attribute(brand.name)}</title>`,
    `<meta name="theme-color" content="${header}" media="(prefers-color-scheme: light)" />`,
    `<meta name="theme-color" content="${headerInDark}" media="(prefers-color-scheme: dark)" />`,
    `<link rel="icon" type="image/svg+xml" href="${at('icon.svg')}" />`,
    `<link rel="apple-touch-icon" sizes="180x180" href="${at('icon-180.png')}" />`,
    `<link rel="manifest" href="${at('manifest.webmanifest')}" />`,
    ...(brand.tones ? [`<style nonce="${nonce}">${firstColors(brand.tones.surfaces)}</style>`] : []),
  ].join('\n')
}

const firstColors = (surfaces: Record<string, [string, string]>): string =>
  [0, 1]
    .map((scheme) => {
      const written = Object.entries(surfaces).map(([name, both]) => `${name}:${both[scheme]}`)
      return `html${scheme === 1 ? "[data-mantine-color-scheme='dark']" : ''}{${written.join(';')}}`
    })
    .join('')

/** The logo at the left of the header until the page's code has loaded. */
export const firstLogoOf = (brand: Brand): string => {
  const { logo, name } = settingsOfBrand(brand)
  if (logo)
    return `<img class="first-picture" src="${logo.src}" width="${logo.width}" height="${logo.height}" alt=""${logo.onPlate ? ' data-plate' : ''} />`
  const jar = `<svg width="24" height="28" viewBox="${jarMark.viewBox}"><path fill-rule="evenodd" d="${jarMark.path}" /></svg>`
  return `${name === ownName ? jar : ''}${attribute(name)}`
}

export const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')
