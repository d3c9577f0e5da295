import { type RawBuilder, sql } from 'kysely'
import { anyOf, type Condition, contains, containsPieces, type Expression, bound } from '#platform/db/conditions.ts'
import { prepareStatement } from '#platform/db/prepare-statement.ts'
import type { Tx } from '#platform/db/tables.ts'
import { accountNumber } from '#shared/account-number.ts'

/** The account in this column contains the text: looked for among the accounts, which are few, not among what they bought. */
export const isOfBilledAccount = (column: 'bill_to_party_id' | 'party_id', text: string): Condition =>
  sql<boolean>`${sql.raw(column)} = any(array(${numbersLike(text)}))`

const numbersLike = (text: string): Expression =>
  sql`select number from billed_account where ${isLike(sql`number`, text, containsPieces('number', text, bound))}`

/** An account number with this text in it, or written like this with blanks or leading zeros. */
export const isAccountLike = (number: Expression, text: string, has: typeof contains = contains): Condition =>
  isLike(number, text, has(number, text))

const isLike = (number: Expression, text: string, hasText: Condition): Condition => {
  const whole = accountNumber(text)
  return whole === text || whole === '' ? hasText : anyOf([hasText, sql<boolean>`${number} = ${whole}`])
}

/**
 * Whoever writes an order's or an invoice's account number makes it known in the same transaction, best at its end: a
 * number that another transaction is just making known is waited for.
 */
export const addBilledAccounts = async (tx: Tx, numbers: readonly string[]): Promise<void> => {
  if (numbers.length > 0) await addMany(tx, { numbers: [...new Set(numbers)] })
}

/** The same for the one number that a query gives, as a part of a larger statement. */
export const insertBilledAccount = (number: Expression): RawBuilder<unknown> => insertMissing(number)

// Always in one order, so that two transactions never wait for each other.
const addMany = prepareStatement((_, { numbers }: { numbers: readonly string[] }) =>
  insertMissing(sql`select unnest(${numbers}::text[])`, sql`order by number`),
)

const insertMissing = (numbers: Expression, order = sql``): RawBuilder<unknown> => sql`
  insert into billed_account (number)
  select number from (${numbers}) given (number)
  where not exists (select from billed_account known where known.number = given.number) ${order}
  on conflict do nothing`
