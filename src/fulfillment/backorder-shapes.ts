import * as z from 'zod/mini'

/** What to do with pieces that cannot ship at first. */
export const backorderChoices = ['shipPartial', 'shipComplete', 'cancelRest'] as const

export const BackorderChoice = z.enum(backorderChoices, 'Choose what to do with backordered items.')
export type BackorderChoice = z.infer<typeof BackorderChoice>

export const backorderWords: Record<BackorderChoice, string> = {
  shipPartial: 'Ship what is available, the rest later',
  shipComplete: 'Ship complete only',
  cancelRest: 'Cancel the rest',
}

/** The choice of an order, which is the business's default if the order did not say it. */
export const backorderChoiceWords = (choice: BackorderChoice, isDefault: boolean): string =>
  `${backorderWords[choice]}${isDefault ? ' (the business’s default)' : ''}`
