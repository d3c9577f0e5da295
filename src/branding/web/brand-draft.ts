import * as z from 'zod/mini'
import { contrastOf, checkColor, tonesOf } from '#shared/brand-tones.ts'
import { type SavedBrand, BrandTexts } from '../contract.ts'

/** A logo as the form shows it, and its content in base64 once another file was chosen; null when it was taken away. */
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

/** What is sent: of a logo nothing, unless it is another one. */
export const changeOf = ({ logo, logoDark, ...texts }: BrandDraft) => ({
  ...texts,
  ...(logo.content !== undefined && { logo: logo.content }),
  ...(logoDark.content !== undefined && { logoDark: logoDark.content }),
})

/** By the path of each field, such as `legal.terms`. */
export const errorsOf = (draft: BrandDraft): Partial<Record<string, string>> => {
  const { error } = z.safeParse(BrandTexts, draft)
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]))
}

const ownGreen = '#12523f'

/** While a color is being typed the one before it is shown. */
export const tonesOfDraft = (color: string) => tonesOf(checkColor(color) ? color : ownGreen)

interface Verdict {
  isReadable: boolean
  words: string
  /** What would do instead. */
  instead: string | null
}

/** Says in words whether a color can be read, before it is saved. */
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
