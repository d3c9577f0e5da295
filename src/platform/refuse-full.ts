import { type SelectQueryBuilder, sql } from 'kysely'
import { Refusal } from './http/refusal.ts'
import type { Tables } from './db/tables.ts'

/** Refuses to add to a list that is full. The caller locks the list's owner, so that no concurrent request adds to it. */
export const refuseFull = async <T extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, T, object>,
  most: number,
  message: string,
): Promise<void> => {
  const { count } = await rows.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow()
  if (count >= most) throw new Refusal(409, message)
}
