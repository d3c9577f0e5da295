import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { colorProblem } from '#shared/brand-tones.ts'
import { legalPattern, readLegalLinks } from '#shared/legal-links.ts'
import { logoProblem } from './check-logo.ts'
import { address, matching, secureUrl, setting, textSetting, wholeNumber } from './shape-settings.ts'

const weaknessOfFile = (path: string): string | null => {
  if (path === '') return null
  try {
    return logoProblem(readFileSync(path))
  } catch {
    return 'a file that can be read'
  }
}

/** The error message of a setting describes the expected value. */
const unless = (weaknessOf: (value: string) => string | null) =>
  textSetting.check(
    z.refine((value) => weaknessOf(value) === null, { error: ({ input }) => weaknessOf(String(input)) ?? undefined }),
  )

const logoFile = unless(weaknessOfFile)

const firstOnly = 'For the first start; later on the page Brand.'

/** Settings for the portal's name, logo, color and contact lines. */
export const brandSettings = {
  DOCS_URL: setting('', secureUrl, 'Address of the guide built by npm run docs; pages link to it when set.'),
  BRAND_NAME: setting(
    'Apotheca',
    matching(/^[^\p{Cc}<>]{1,40}$/u, 'a name of at most 40 characters'),
    `Name of the portal on screens, in emails and in print. ${firstOnly}`,
  ),
  BRAND_LOGO: setting(
    '',
    logoFile,
    `Logo for light backgrounds such as paper: SVG or PNG file up to 256 KB. ${firstOnly}`,
  ),
  BRAND_LOGO_DARK: setting(
    '',
    logoFile,
    `The same for dark backgrounds such as the header; when empty, the other logo appears there on a light plate. ${firstOnly}`,
  ),
  BRAND_COLOR: setting(
    '',
    unless((color) => (color === '' ? null : colorProblem(color))),
    `Color such as #12523f that all shades are based on; must be readable on white. The default green when empty. ${firstOnly}`,
  ),
  BRAND_FOOTER: setting(
    'All rights reserved',
    textSetting,
    `Footer of every page, email and printed page. ${firstOnly}`,
  ),
  CONTACT_EMAIL: setting(
    'sales@apotheca.example',
    address,
    'Address in the header’s contact line and in /.well-known/security.txt.',
  ),
  CONTACT_PHONE: setting('+1 (555) 010-0199', textSetting, 'Number in the header’s contact line.'),
  REQUEST_DAYS: setting(
    '2',
    wholeNumber(0, 60),
    'Business days until you answer an account request, shown on its page; 0 shows nothing.',
  ),
  LEGAL_URLS: setting(
    '',
    z.pipe(matching(legalPattern, 'a list such as terms=https://… privacy=https://…'), z.transform(readLegalLinks)),
    `Your pages, separated by blanks: terms=https://… privacy=https://… imprint=https://… accessibility=https://… ${firstOnly}`,
  ),
}
