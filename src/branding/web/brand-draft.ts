import * as z from 'zod/mini'
import { contrastOf, judgeColor, tonesOf } from '#shared/brand-tones.ts'
import { type BrandKept, BrandTexts } from '../contract.ts'

/** A logo as the form shows it, and its content in base64 once another file was chosen; null when it was taken away. */
export interface DraftLogo {
  src: string | null
  content?: string | null
}

export interface BrandDraft extends BrandTexts {
  logo: DraftLogo
  logoDark: DraftLogo
}

export const draftOf = ({ name, color, footer, legal, logo, logoDark }: BrandKept): BrandDraft => ({
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
export const tonesOfDraft = (color: string) => tonesOf(judgeColor(color) ? color : ownGreen)

interface Verdict {
  isReadable: boolean
  words: string
  /** What would do instead. */
  instead: string | null
}

/** Says in words whether a color can be read, before it is saved. */
export const verdictOn = (color: string): Verdict => {
  const judged = judgeColor(color || ownGreen)
  if (!judged)
    return { isReadable: false, words: 'A color is written as # and six digits, such as #12523f.', instead: null }
  const { contrast, readableShade } = judged
  const figure = `${contrast.toFixed(1)}:1`
  if (readableShade)
    return {
      isReadable: false,
      words: `Cannot be read: links have a contrast of ${figure} with the page, and 4.5:1 is needed. ${readableShade} would do.`,
      instead: readableShade,
    }
  const onButtons = contrastOf(color || ownGreen, '#ffffff').toFixed(1)
  const whose = color ? 'Can be read' : 'The portal’s own green can be read'
  return {
    isReadable: true,
    words: `${whose}: links have a contrast of ${figure} with the page, words on buttons ${onButtons}:1. 4.5:1 is needed.`,
    instead: null,
  }
}
