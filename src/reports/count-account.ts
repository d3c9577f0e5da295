import { sql } from 'kysely'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

/**
 * Adds living accounts to the reports' sums (1), or takes them out (-1), in the transaction that writes them: after they
 * are made, before they are deleted. As one figure of all times and one of the day (UTC) on which each was made.
 */
export const countAccounts = async (tx: Db | Tx, ids: readonly string[], sign: 1 | -1): Promise<void> => {
  await addFigures(tx, { ids, sign })
}

const addFigures = prepareStatement(
  (_db, { ids, sign }: { ids: readonly string[]; sign: number }) => sql`
    insert into sales_delta (scope, key, period, orders, sales, pieces)
    select 'account', '', period, ${sign}::int * count(*), 0, 0
    from user_account
    cross join lateral (values ('ever'), (to_char(created_at at time zone 'UTC', 'YYYY-MM-DD'))) counted (period)
    where id = any(${ids}::uuid[]) and deleted_at is null
    group by period`,
)
