import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { isPaidHere } from './read-settlement.ts'
import { today } from './total-last-year.ts'

interface Overdue {
  account: string
  currency: string
  amount: number
}

/**
 * Overdue amounts of these accounts by currency, according to the ERP. An invoice counts for each account that it
 * names.
 */
export const overdueOf = async (db: Db, accounts: readonly string[]): Promise<Overdue[]> => {
  const { rows } = await sql<Overdue>`
    select account, owed.currency, owed.amount
    from unnest(${accounts}::text[]) account
    cross join lateral (
      select currency_code as currency, sum(open_amount) as amount from invoice
      where array[party_id, buyer_party_id, payer_party_id]::text[] @> array[account]
        and open_amount > 0 and not is_credit and not is_cancellation and cancelled_by is null
        and due_date < ${today}
        and not ${isPaidHere()}
      group by currency_code order by amount desc
    ) owed`.execute(db)
  return rows
}
