import type { RecipientRow } from '../contract.ts'

export const basisWords: Record<RecipientRow['basis'], string> = {
  lot: 'Lot on record',
  window: 'Bought; lot not on record',
}
