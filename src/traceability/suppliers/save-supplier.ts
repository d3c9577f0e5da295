import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { act, recorderIn } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Db } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { type suppliers, tokenHeader } from './contract.ts'

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The token is returned once and stored as a hash, so its reply is not stored for repeats of the request. */
export const addSupplier = (db: Db, call: CallOf<typeof suppliers.add>): Promise<{ _id: string; token: string }> =>
  transaction(db, async (tx) => {
    const [_id, token] = [newId(), randomBytes(32).toString('base64url')]
    const { name, gln } = call.body
    await tx
      .insertInto('trace_supplier')
      .values({ id: _id, name, gln, token_hash: digestOf(token), created_by: call.user._id })
      .execute()
    await recorderIn(tx, call)('trace supplier added', ['trace supplier', _id], { after: { name, gln } })
    return { _id, token }
  })

export const revokeSupplier = (db: Db, call: CallOf<typeof suppliers.revoke>): Promise<void> =>
  act(db, call, async ({ tx, record }) => {
    const { id } = call.params
    const supplier = await tx
      .updateTable('trace_supplier')
      .set({ revoked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returning(['name', 'gln'])
      .executeTakeFirst()
    if (!supplier) throw notFound('Supplier')
    await record('trace supplier revoked', ['trace supplier', id], { before: supplier })
  })

/** The supplier of a token; 400 without one, 401 for a wrong or revoked one. */
export const supplierOf = async (
  db: Db,
  token: string | string[] | undefined,
): Promise<{ id: string; gln: string }> => {
  if (typeof token !== 'string' || token === '') throw new Refusal(400, `Send your token in the header ${tokenHeader}.`)
  const supplier = await db
    .updateTable('trace_supplier')
    .set({ last_used_at: sql<Date>`now()` })
    .where('token_hash', '=', digestOf(token))
    .where('revoked_at', 'is', null)
    .returning(['id', 'gln'])
    .executeTakeFirst()
  if (!supplier) throw new Refusal(401, 'This token is not valid. Ask us for a new one.')
  return supplier
}
