import { sql } from 'kysely'
import { recorderIn } from '#platform/act.ts'
import { allOf, type Condition } from '#platform/db/conditions.ts'
import { transaction } from '#platform/db/connect.ts'
import { deleteRecords } from '#platform/db/delete-records.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { type KeptKind, keptKinds, tableOf, yearsOf } from './record-kinds.ts'

/** A document can have 100,000 packages. */
const recordsPerBatch = 20

/** Deletes records whose period is over and that nothing keeps; each batch with its audit entry in a transaction. */
export const purgeDueRecords = async (db: Db, recordYears: number): Promise<void> => {
  for (const kind of keptKinds) {
    let after: string | null = null
    do after = await transaction(db, (tx) => purgeBatch(tx, kind, { after, years: yearsOf(kind, recordYears) }))
    while (after !== null)
  }
}

interface Batch {
  after: string | null
  years: number
}

interface DueRecord {
  id: string
  moment: Date
  isKept: boolean
}

/** Returns the last record that it looked at, or null after the last batch. */
const purgeBatch = async (tx: Tx, kind: KeptKind, { after, years }: Batch): Promise<string | null> => {
  if (!kind.purge) return null
  // A hold that is being set is either visible here or waits until these records are gone.
  await sql`lock table legal_hold in share mode`.execute(tx)
  const table = sql.table(tableOf(kind))
  const { rows } = await sql<DueRecord>`
    select id, ${sql.ref(kind.moment)} as moment, ${kind.purge.isKept} as "isKept" from ${table}
    where ${allOf([isDue(kind, years), ...(after === null ? [] : [sql<boolean>`id > ${after}::uuid`])])}
    order by id limit ${recordsPerBatch} for update`.execute(tx)
  const gone = rows.filter(({ isKept }) => !isKept)
  const ids = gone.map(({ id }) => id)
  if (ids.length > 0) {
    const { rowsOf } = kind.purge
    await deleteRecords(tx, async () => {
      for (const part of kind.tables)
        await sql`delete from ${sql.table(part)} where ${rowsOf[part]?.(ids) ?? sql<boolean>`id = any(${ids}::uuid[])`}`.execute(
          tx,
        )
    })
    await recorderIn(tx)('records purged', ['retention', kind.name], {
      before: { records: gone.map(({ id, moment }) => ({ id, [kind.moment]: moment })) },
      after: { years },
    })
  }
  return rows.length < recordsPerBatch ? null : (rows.at(-1)?.id ?? null)
}

/** Whether the retention period of a record is over. */
export const isDue = ({ moment, purge }: KeptKind, years: number): Condition => {
  const limit = sql`now() - make_interval(years => ${years}::int)`
  const isPast = sql<boolean>`${sql.ref(moment)} < ${limit}`
  return purge?.startsAt ? allOf([isPast, sql<boolean>`${purge.startsAt} < ${limit}`]) : isPast
}
