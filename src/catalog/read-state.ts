import type { Db } from '#platform/db/tables.ts'

/** What of the catalogue was seen: the version of its last change, and of the last one of what only some may see. */
export interface CatalogState {
  version: string
  restrictions: string
}

export const stateColumns = ['catalogue_state.version', 'catalogue_state.restrictions_version as restrictions'] as const

export const readState = (db: Db): Promise<CatalogState> =>
  db.selectFrom('catalogue_state').select(stateColumns).executeTakeFirstOrThrow()
