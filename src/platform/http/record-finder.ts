import type { FoundRecord, RecordText } from '#shared/found-record.ts'
import type { Caller } from './bearer.ts'

/** A room's answer to the search box: the caller's own records that fit a text, the best first. Ownership is in its query. */
export type FindRecords = (caller: Caller, asked: RecordText) => Promise<FoundRecord[]>

/** So many of a kind are shown; one more says that there are others. */
export const maxFound = 6
