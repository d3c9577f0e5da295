import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { losses } from '../../losses/contract.ts'
import type { LossRow } from '../../losses/loss-shapes.ts'

export type LossView = 'open' | 'closed'

export const useLosses = (query: { page: number; view: LossView }) =>
  useQuery({ ...queryOf(losses.list, { query }), placeholderData: keepPreviousData })

export const useUpdateLoss = (done: () => void) =>
  useChange(losses.followUp, { refresh: [losses.list], refreshesAlways: true, quiet: isAboutFields, onSuccess: done })

export const lossKindLabels: Record<LossRow['kind'], string> = {
  'not received': 'Not received',
  short: 'Short',
  damaged: 'Damaged',
}
