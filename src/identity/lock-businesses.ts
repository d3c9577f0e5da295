import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

/**
 * Locks a business and, if it requests another account number, the business that has that number, whose id it returns.
 * Lock order everywhere: users by id, account numbers, businesses by id, orders. Users come first because a user's
 * business is certain only once the user is locked.
 */
export const lockBusinesses = async (
  tx: Tx,
  { id, number }: { id: string | null; number: string | null },
): Promise<string | null> => {
  if (number !== null) await lockNumbers(tx)
  const rows = await tx
    .selectFrom('business')
    .select(['id', 'account_number'])
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) =>
      or([...(id ? [eb('id', '=', id)] : []), ...(number ? [eb('account_number', '=', number)] : [])]),
    )
    .orderBy('id')
    // Does not block inserts that reference these rows, such as orders.
    .forNoKeyUpdate()
    .execute()
  return rows.find((row) => row.id !== id && row.account_number === number)?.id ?? null
}

/** Exclusive until the transaction ends, for bulk assignment: no one else assigns or looks up account numbers. */
export const lockNumbers = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(numbersLock)})`.execute(tx)
}

/** Shared lock until the transaction ends, for lookups by account number: no business can gain or lose its number. */
export const lockNumbersShared = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(numbersLock)})`.execute(tx)
}

const numbersLock = 7_204_993
