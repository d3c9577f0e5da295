import type { Db } from '#platform/db/tables.ts'

/** The catalog version that was read, and the version of the last change of restrictions. */
export interface CatalogState {
  version: string
  restrictions: string
}

export const stateColumns = ['catalogue_state.version', 'catalogue_state.restrictions_version as restrictions'] as const

export const readState = (db: Db): Promise<CatalogState> =>
  db.selectFrom('catalogue_state').select(stateColumns).executeTakeFirstOrThrow()
