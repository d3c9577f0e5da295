import type { FoundRecord, RecordText } from '#shared/found-record.ts'
import type { Caller } from './bearer.ts'

/** Finds the caller's records that match the search text, best first. The query checks ownership. */
export type FindRecords = (caller: Caller, asked: RecordText) => Promise<FoundRecord[]>

/** Maximum number of records shown per kind; finders return one more to signal that there are others. */
export const maxFound = 6
