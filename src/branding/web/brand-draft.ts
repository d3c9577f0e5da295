import * as z from 'zod/mini'
import { contrastOf, checkColor, tonesOf } from '#shared/brand-tones.ts'
import { type SavedBrand, BrandTexts } from '../contract.ts'

/** A logo in the form. `content` is the base64 of a newly chosen file, null if removed, undefined if unchanged. */
export interface DraftLogo {
  src: string | null
  content?: string | null
}

export interface BrandDraft extends BrandTexts {
  logo: DraftLogo
  logoDark: DraftLogo
}

export const draftOf = ({ name, color, footer, legal, logo, logoDark }: SavedBrand): BrandDraft => ({
  name,
  color,
  footer,
  legal,
  logo: { src: logo },
  logoDark: { src: logoDark },
})

/** The request body, which omits unchanged logos. */
export const changeOf = ({ logo, logoDark, ...texts }: BrandDraft) => ({
  ...texts,
  ...(logo.content !== undefined && { logo: logo.content }),
  ...(logoDark.content !== undefined && { logoDark: logoDark.content }),
})

/** Validation messages by field path, such as `legal.terms`. */
export const errorsOf = (draft: BrandDraft): Partial<Record<string, string>> => {
  const { error } = z.safeParse(BrandTexts, draft)
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]))
}

const ownGreen = '#12523f'

/** An incomplete color shows the default shades. */
export const tonesOfDraft = (color: string) => tonesOf(checkColor(color) ? color : ownGreen)

interface Verdict {
  isReadable: boolean
  words: string
  /** A readable shade of the color, if it is unreadable. */
  instead: string | null
}

/** Describes a color's contrast before it is saved. */
export const describeContrast = (color: string): Verdict => {
  const judged = checkColor(color || ownGreen)
  if (!judged)
    return { isReadable: false, words: 'Enter the color as # and six digits, such as #12523f.', instead: null }
  const { contrast, readableShade } = judged
  const figure = `${contrast.toFixed(1)}:1`
  if (readableShade)
    return {
      isReadable: false,
      words: `Hard to read: links have a contrast of ${figure} against the page and need 4.5:1. ${readableShade} would work.`,
      instead: readableShade,
    }
  const onButtons = contrastOf(color || ownGreen, '#ffffff').toFixed(1)
  const whose = color ? 'Readable' : 'The default green is readable'
  return {
    isReadable: true,
    words: `${whose}: links have a contrast of ${figure} against the page, button text ${onButtons}:1. The minimum is 4.5:1.`,
    instead: null,
  }
}
