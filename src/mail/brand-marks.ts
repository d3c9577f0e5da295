import { type Brand, mainTonesOf } from '#platform/brand.ts'
import { legalPages } from '#shared/legal-links.ts'
import { escapeHtml } from './escape-html.ts'

const marks = ['name', 'header', 'strong', 'inDark', 'sign', 'foot'] as const
type Mark = (typeof marks)[number]

/** A placeholder that is replaced by the current brand when the email is sent. */
export const brandMark = (mark: Mark): string => `{{brand.${mark}}}`

const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{\{brand\.(\w+)\}\}/g, (written, mark: string) => values[mark] ?? written)

interface Dressed {
  subject: string
  html: string
  text: string
  /** An inline attachment referenced as `cid:logo`, so that reading the email loads nothing. */
  logo: Buffer | null
}

export const dressEmail = (brand: Brand, email: { subject: string; html: string; body: string }): Dressed => {
  const logo = brand.logoDark ?? brand.logo
  const name = { name: brand.name }
  return {
    subject: fill(email.subject, name),
    text: fill(email.body, name),
    html: fill(email.html, {
      ...mainTonesOf(brand),
      name: escapeHtml(brand.name),
      sign: signOf(brand),
      foot: footOf(brand),
    }),
    logo: logo && logo.png,
  }
}

const signHeight = 32

/** Mail programs that block images show the name. */
const signOf = ({ name, logo, logoDark }: Brand): string => {
  const shown = logoDark ?? logo
  if (!shown) return escapeHtml(name)
  const plate = logoDark ? '' : 'padding:4px 10px;border-radius:4px;background-color:#ffffff;color:#1b231f;'
  const width = Math.min(Math.round((shown.width * signHeight) / shown.height), 260)
  return `<img src="cid:logo" alt="${escapeHtml(name)}" width="${width}" style="display:inline-block;${plate}width:${width}px;height:auto;border-width:0" />`
}

const footOf = ({ name, footer, legal }: Brand): string =>
  [
    ...new Set([name, footer].filter(Boolean).map(escapeHtml)),
    ...Object.entries(legalPages).flatMap(([page, label]) => {
      const url = legal[page as keyof typeof legal] // legalPages has the same keys
      return url ? [`<a class="quiet" href="${escapeHtml(url)}" style="color:#5d6059">${label}</a>`] : []
    }),
  ].join(' &middot; ')
