import type { ColumnType, Generated } from 'kysely'
import type { Json, Moment, Stamp } from '#platform/db/column-types.ts'
import type { ImportCounts, ImportSettings, ImportState, ShownRow } from './import-shapes.ts'

type Defaulted<T> = ColumnType<T, string | undefined, string>

declare module '#platform/db/tables.ts' {
  interface Tables {
    import_part: {
      run_id: string
      part: number
      actor_id: string | null
      body_hash: Buffer
      answer: Json<unknown>
      created_at: Stamp
    }
    import: {
      id: string
      kind: 'products' | 'prices' | 'list' | 'pictures' | 'customers'
      file_name: string
      fingerprint: string
      owner_id: string
      settings: Json<ImportSettings>
      state: Generated<ImportState>
      row_count: number
      received: Generated<number>
      counts: Defaulted<ImportCounts>
      taken: Generated<number>
      position: Generated<number>
      result: Defaulted<Omit<ImportCounts, 'noted'>>
      undone_count: Generated<number>
      kept_count: Generated<number>
      acted_by: string | null
      problem: Generated<string>
      created_at: Stamp
      started_at: Moment | null
      finished_at: Moment | null
    }
    import_row: {
      import_id: string
      row: number
      code: string
      verdict: 'new' | 'changed' | 'unchanged' | 'refused'
      is_noted: boolean
      is_taken: Generated<boolean>
      is_partial: Generated<boolean>
      margin: Generated<number>
      facts: Json<unknown>
      shown: Json<ShownRow>
    }
    import_picture: {
      import_id: string
      row: number
      product_id: string
      url: string
      image: string
      state: Generated<'waiting' | 'fetched' | 'failed' | 'dropped'>
      problem: Generated<string>
      attempts: Generated<number>
      due_at: Stamp
    }
    picture_source: {
      product_id: string
      url: string
      image: string
    }
    import_change: {
      import_id: string
      row: number
      product_id: string
      before: Json<Record<string, unknown> | null>
      after: Json<Record<string, unknown>>
      kept: string | null
    }
  }
}
