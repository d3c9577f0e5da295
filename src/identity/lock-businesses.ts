import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'

/**
 * Locks a business and, where it is to bear another account number, the business that bears that one, which it tells.
 * Everybody locks in this order: users by id, the numbers, businesses by id, orders. Users come first, because whose
 * business is meant is certain only once they are locked.
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
    // Whoever refers to them, as orders do, need not wait.
    .forNoKeyUpdate()
    .execute()
  return rows.find((row) => row.id !== id && row.account_number === number)?.id ?? null
}

/** Until the transaction ends nobody else gives or looks up account numbers: for those who give many. */
export const lockNumbers = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${sql.lit(numbersLock)})`.execute(tx)
}

/** Until the transaction ends no business gets or loses an account number: for those who look businesses up by theirs. */
export const lockNumbersShared = async (tx: Tx): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(numbersLock)})`.execute(tx)
}

const numbersLock = 7_204_993
