import { transaction } from '../db/connect.ts'
import type { Db, Tx } from '../db/tables.ts'
import { Refusal } from './refusal.ts'
import type { RequestFacts } from './serve.ts'

/**
 * Runs an idempotent transaction: a request with an earlier Idempotency-Key returns the stored result, which must
 * survive JSON. Concurrent duplicates wait for each other; a refused request is not stored and can be retried.
 */
export const actOnce = <T>(
  db: Db,
  { repeatable }: Pick<RequestFacts, 'repeatable'>,
  act: (tx: Tx) => Promise<T>,
): Promise<T> =>
  transaction(db, async (tx) => {
    if (!repeatable) return act(tx)
    const claimed = await tx
      .insertInto('answered_request')
      .values({ key_hash: repeatable.keyHash, request_hash: repeatable.requestHash })
      .onConflict((conflict) => conflict.column('key_hash').doNothing())
      .returning('key_hash')
      .executeTakeFirst()
    if (!claimed) return (await resultBefore(tx, repeatable)) as T // stored by an earlier call of the same act
    const result = await act(tx)
    await tx
      .updateTable('answered_request')
      .set({ result: JSON.stringify(result ?? null) })
      .where('key_hash', '=', repeatable.keyHash)
      .execute()
    return result
  })

const resultBefore = async (tx: Tx, { keyHash, requestHash }: NonNullable<RequestFacts['repeatable']>) => {
  const before = await tx
    .selectFrom('answered_request')
    .select(['request_hash', 'result'])
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  if (before?.request_hash !== requestHash)
    throw new Refusal(422, 'This Idempotency-Key was already used for a different request.')
  return before.result
}
