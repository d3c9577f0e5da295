export const legalPages = {
  terms: 'Terms of sale',
  privacy: 'Privacy',
  imprint: 'Imprint',
  accessibility: 'Accessibility',
} as const

type LegalPage = keyof typeof legalPages

/** Addresses of the wholesaler's legal pages; missing ones are absent. */
export type LegalLinks = Partial<Record<LegalPage, string>>

const words = Object.keys(legalPages).join('|')
export const legalPattern = new RegExp(`^\\s*((${words})=https?://[^\\s"<>]+(\\s+|$))*$`)

/** A single address in a form; empty for none. */
export const legalAddress = /^(https?:\/\/[^\s"<>]+)?$/

/** Parses `terms=https://… privacy=https://…`. */
export const readLegalLinks = (text: string): LegalLinks =>
  Object.fromEntries(
    text
      .split(/\s+/)
      .filter(Boolean)
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
  )
