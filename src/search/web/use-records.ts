import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { isRecordText, readRecordText, type RecordKind, recordKinds } from '#shared/found-record.ts'
import { queryOf } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { records } from '../contract.ts'

export const recordsOf = (text: string) => queryOf(records.find, { query: { query: text } })

/** The user's records that match a text, by kind; empty for guests and short texts. */
export const useRecords = (text: string) => {
  const isAsked = useUser() !== null && isRecordText(readRecordText(text))
  const { data } = useQuery({
    ...recordsOf(text),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  })
  const found = isAsked && data ? data : { records: [], more: [] as RecordKind[] }
  return recordKinds
    .map((kind) => ({
      kind,
      records: found.records.filter((record) => record.kind === kind),
      isMore: found.more.includes(kind),
    }))
    .filter((group) => group.records.length > 0)
}

export type RecordGroup = ReturnType<typeof useRecords>[number]
