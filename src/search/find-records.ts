import type { Answer } from '#shared/endpoint.ts'
import { isRecordText, readRecordText, type RecordKind } from '#shared/found-record.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { type FindRecords, maxFound } from '#platform/http/record-finder.ts'
import type { records } from './contract.ts'

/** Combines the results of the record finders of all rooms. */
export const findRecords = async (
  finders: readonly FindRecords[],
  caller: Caller,
  typed: string,
): Promise<Answer<typeof records.find>> => {
  const asked = readRecordText(typed)
  if (!isRecordText(asked)) return { records: [], more: [] }
  const found = await Promise.all(finders.map((find) => find(caller, asked)))
  return {
    records: found.flatMap((one) => one.slice(0, maxFound - 1)),
    more: found.flatMap((one): RecordKind[] => (one[0] && one.length >= maxFound ? [one[0].kind] : [])),
  }
}
