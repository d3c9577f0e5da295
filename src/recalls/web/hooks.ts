import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { recallNotices, recalls } from '../contract.ts'

export const useRecalls = (page: number) =>
  useQuery({ ...queryOf(recalls.list, { query: { page } }), placeholderData: keepPreviousData })

/** Looks again while emails are being queued. */
export const useRecall = (id: string) =>
  useQuery({
    ...queryOf(recalls.byId, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data && data.queued < data.recipients ? 3_000 : false),
  })

export const useRecallPreview = (id: string) =>
  useQuery({ ...queryOf(recalls.preview, { params: { id } }), staleTime: 0 })

type State = 'all' | 'replied' | 'missing'

export const useRecipients = (id: string, query: { page: number; state: State }) =>
  useQuery({ ...queryOf(recalls.recipients, { params: { id }, query }), placeholderData: keepPreviousData })

export const useReplies = (id: string, recipientId: string) =>
  useQuery(queryOf(recalls.replies, { params: { id, recipientId } }))

const ofRecall = [recalls.list, recalls.byId, recalls.preview, recalls.recipients, recalls.replies]
const about = { refresh: ofRecall, refreshesAlways: true, quiet: isAboutFields }

export const useAddRecall = () => useChange(recalls.add, about)
export const useChangeRecall = () => useChange(recalls.change, about)
export const useRemoveDraft = (done: () => void) =>
  useChange(recalls.remove, { refresh: [recalls.list], quiet: isAboutFields, onSuccess: done })
export const useSendRecall = () => useChange(recalls.send, about)
export const useCloseRecall = () => useChange(recalls.close, about)
export const useRecordCall = (done: () => void) => useChange(recalls.call, { ...about, onSuccess: done })
export const useRecordReply = (done: () => void) => useChange(recalls.replyFor, { ...about, onSuccess: done })

export const useOwnRecalls = (page: number) =>
  useQuery({ ...queryOf(recallNotices.list, { query: { page } }), placeholderData: keepPreviousData })

export const useOwnRecall = (id: string) => useQuery(queryOf(recallNotices.byId, { params: { id } }))

export const useReply = (done: () => void) =>
  useChange(recallNotices.reply, { refresh: [recallNotices.list, recallNotices.byId], onSuccess: done })
