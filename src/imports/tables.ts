// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Json, Moment } from '#platform/db/column-types.ts'
import type { ImportsColumns } from './column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    import: {
      id: string
      kind: 'products' | 'prices' | 'list' | 'pictures' | 'customers'
      file_name: string
      fingerprint: string
      owner_id: string
      settings: Json<ImportsColumns['import.settings']>
      state: Defaulted<'sending' | 'ready' | 'applying' | 'stopped' | 'done' | 'undoing' | 'undone'>
      row_count: number
      received: Defaulted<number>
      counts: Defaulted<Json<ImportsColumns['import.counts']>>
      taken: Defaulted<number>
      position: Defaulted<number>
      result: Defaulted<Json<ImportsColumns['import.result']>>
      undone_count: Defaulted<number>
      kept_count: Defaulted<number>
      acted_by: string | null
      problem: Defaulted<string>
      created_at: Defaulted<Moment>
      started_at: Moment | null
      finished_at: Moment | null
    }
    import_row: {
      import_id: string
      row: number
      code: Defaulted<string>
      verdict: 'new' | 'changed' | 'unchanged' | 'refused'
      is_noted: Defaulted<boolean>
      is_taken: Defaulted<boolean>
      is_partial: Defaulted<boolean>
      margin: Defaulted<number>
      facts: Json<unknown>
      shown: Json<ImportsColumns['import_row.shown']>
    }
    import_change: {
      import_id: string
      row: number
      product_id: string
      before: Json<ImportsColumns['import_change.before']> | null
      after: Json<ImportsColumns['import_change.after']>
      kept: string | null
    }
    import_picture: {
      import_id: string
      row: number
      product_id: string
      url: string
      image: string
      state: Defaulted<'waiting' | 'fetched' | 'failed' | 'dropped'>
      problem: Defaulted<string>
      attempts: Defaulted<number>
      due_at: Defaulted<Moment>
    }
    picture_source: {
      product_id: string
      url: string
      image: string
    }
  }
}
