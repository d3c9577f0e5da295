import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { sendDocument } from '#files/web/upload-document.ts'
import { queryOf, useChange } from '#web/api.ts'
import { monitoring } from '../../monitoring/contract.ts'

export const useOrderReviews = (page: number, state: 'open' | 'decided') =>
  useQuery({ ...queryOf(monitoring.reviews, { query: { page, state } }), placeholderData: keepPreviousData })

export const useLogged = (page: number) =>
  useQuery({ ...queryOf(monitoring.logged, { query: { page } }), placeholderData: keepPreviousData })

export const useOrderReview = (id: string) => useQuery(queryOf(monitoring.review, { params: { id } }))

/** Refresh after errors too, to show what another reviewer did. */
const options = { refresh: [monitoring.review, monitoring.reviews], refreshesAlways: true }

export const useStart = () => useChange(monitoring.start, options)
export const useAnswer = () => useChange(monitoring.answer, options)
export const useAddReviewNote = () => useChange(monitoring.addNote, options)
export const useDispel = () => useChange(monitoring.dispel, options)
export const useReport = () => useChange(monitoring.report, options)

export const useRuleSets = () => useQuery(queryOf(monitoring.ruleSets))

const rulesOptions = { refresh: [monitoring.ruleSets], refreshesAlways: true }

export const useAddDraft = () => useChange(monitoring.addDraft, rulesOptions)
export const useSaveDraft = () => useChange(monitoring.saveDraft, rulesOptions)
export const useSign = () => useChange(monitoring.sign, rulesOptions)

export const useStatistics = (page: number, state: 'due' | 'reviewed') =>
  useQuery({ ...queryOf(monitoring.statistics, { query: { page, state } }), placeholderData: keepPreviousData })

export const useRecordStatistics = (done: () => void) =>
  useChange(monitoring.recordStatistics, { refresh: [monitoring.statistics], onSuccess: done })

/** Throws the refusal. */
export const uploadFile = (id: string, file: File, isOnboarding: boolean): Promise<string> =>
  sendDocument(`${monitoring.addFile.path.replace(':id', id)}?onboarding=${isOnboarding}`, file)
