import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Condition, contains, containsPieces, type Expression, bound } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Tx } from '#platform/db/tables.ts'
import { accountNumber } from '#shared/account-number.ts'

/** The account number in this column contains the text; searches `billed_account` first, which is far smaller. */
export const isOfBilledAccount = (column: 'bill_to_party_id' | 'party_id', text: string): Condition =>
  sql<boolean>`${sql.raw(column)} = any(array(${numbersLike(text)}))`

const numbersLike = (text: string): Expression =>
  sql`select number from billed_account where ${isLike(sql`number`, text, containsPieces('number', text, bound))}`

/** Matches account numbers that contain the text, or that equal it apart from blanks and leading zeros. */
export const isAccountLike = (number: Expression, text: string, has: typeof contains = contains): Condition =>
  isLike(number, text, has(number, text))

const isLike = (number: Expression, text: string, hasText: Condition): Condition => {
  const whole = accountNumber(text)
  return whole === text || whole === '' ? hasText : anyOf([hasText, sql<boolean>`${number} = ${whole}`])
}

/**
 * Call this in every transaction that writes an account number to an order or an invoice, preferably at its end: the
 * insert waits for concurrent transactions that add the same number.
 */
export const addBilledAccounts = async (tx: Tx, numbers: readonly string[]): Promise<void> => {
  if (numbers.length > 0) await addMany(tx, { numbers: [...new Set(numbers)] })
}

/** Adds the one number that a query returns, as part of a larger statement. */
export const insertBilledAccount = (number: Expression): RawBuilder<unknown> => insertMissing(number)

// Insert in one order to avoid deadlocks.
const addMany = prepareStatement((_, { numbers }: { numbers: readonly string[] }) =>
  insertMissing(sql`select unnest(${numbers}::text[])`, sql`order by number`),
)

const insertMissing = (numbers: Expression, order = sql``): RawBuilder<unknown> => sql`
  insert into billed_account (number)
  select number from (${numbers}) given (number)
  where not exists (select from billed_account known where known.number = given.number) ${order}
  on conflict do nothing`
