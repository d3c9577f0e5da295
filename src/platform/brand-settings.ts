import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { weaknessOfColor } from '#shared/brand-tones.ts'
import { legalPattern, readLegalLinks } from '#shared/legal-links.ts'
import { weaknessOfLogo } from './judge-logo.ts'
import { address, matching, secureUrl, setting, text, wholeNumber } from './shape-settings.ts'

const weaknessOfFile = (path: string): string | null => {
  if (path === '') return null
  try {
    return weaknessOfLogo(readFileSync(path))
  } catch {
    return 'a file that can be read'
  }
}

/** Each message says what is expected of a value that is not it. */
const unless = (weaknessOf: (value: string) => string | null) =>
  text.check(
    z.refine((value) => weaknessOf(value) === null, { error: ({ input }) => weaknessOf(String(input)) ?? undefined }),
  )

const logoFile = unless(weaknessOfFile)

/** How the portal looks and is called. */
export const brandSettings = {
  DOCS_URL: setting(
    '',
    secureUrl,
    'Where the guide stands that npm run docs builds; pages lead there when it is given.',
  ),
  BRAND_NAME: setting(
    'Apotheca',
    matching(/^[^\p{Cc}<>]{1,40}$/u, 'a name of at most 40 characters'),
    'What the portal is called, on screens, in mails and on paper.',
  ),
  BRAND_LOGO: setting('', logoFile, 'SVG or PNG file of at most 256 KB for light grounds, such as paper.'),
  BRAND_LOGO_DARK: setting(
    '',
    logoFile,
    'The same for dark grounds, such as the header; without it the other one stands there on a light plate.',
  ),
  BRAND_COLOR: setting(
    '',
    unless((color) => (color === '' ? null : weaknessOfColor(color))),
    'Color such as #12523f that all shades are made of; it has to be readable on white. The portal’s own green when empty.',
  ),
  BRAND_FOOTER: setting('All rights reserved', text, 'What stands at the foot of every page, mail and sheet of paper.'),
  CONTACT_EMAIL: setting(
    'sales@apotheca.example',
    address,
    'Address in the header’s contact line, and whom /.well-known/security.txt names.',
  ),
  CONTACT_PHONE: setting('+1 (555) 010-0199', text, 'Number in the header’s contact line.'),
  REQUEST_DAYS: setting(
    '2',
    wholeNumber(0, 60),
    'Business days in which you answer a request for an account, as its page says; 0 says nothing.',
  ),
  LEGAL_URLS: setting(
    '',
    z.pipe(matching(legalPattern, 'a list such as terms=https://… privacy=https://…'), z.transform(readLegalLinks)),
    'Your pages, separated by blanks: terms=https://… privacy=https://… imprint=https://… accessibility=https://…',
  ),
}
