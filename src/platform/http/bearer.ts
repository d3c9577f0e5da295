import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Access } from '#shared/endpoint.ts'
import { prepareStatement } from '../db/prepare-statement.ts'
import type { Db } from '../db/tables.ts'
import { Refusal } from './refusal.ts'

/** The account behind a living session, as the database knows it at this request. */
export interface Caller {
  _id: string
  email: string
  name: string
  lastName: string
  companyName: string
  accountID: string
  isAdmin: boolean
  isSalesRep: boolean
  tokenHash: Buffer
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** A session ends twelve hours after its last use. */
export const sessionHours = 12

const allows: Record<Access, (caller: Caller) => boolean> = {
  anyone: () => true,
  signedIn: () => true,
  customer: (caller) => !caller.isAdmin && !caller.isSalesRep,
  buyer: (caller) => !caller.isAdmin,
  staff: (caller) => caller.isAdmin || caller.isSalesRep,
  admin: (caller) => caller.isAdmin,
}

/** Who is calling, or a refusal: 401 without a living session where one is needed, 403 for the wrong role. */
export const settleCaller = async (
  db: Db,
  access: Access,
  request: FastifyRequest,
  otherwise: string | null = null,
): Promise<Caller | null> => {
  const token = tokenOf(request) ?? otherwise
  const caller = token ? await callerOf(db, token) : null
  if (access === 'anyone' && !token) return null
  if (!caller) throw new Refusal(401, token ? 'Your session has ended. Please sign in again.' : 'Please sign in.')
  if (!allows[access](caller)) throw new Refusal(403, 'You are not allowed to do this.')
  return caller
}

const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization ?? ''
  const [scheme, token] = header.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}

const sessionOf = prepareStatement((db, { tokenHash }: { tokenHash: Buffer }) =>
  db
    .selectFrom('session')
    .innerJoin('user_account', 'user_account.id', 'session.user_id')
    .select([
      'user_account.id as _id',
      'email',
      'name',
      'last_name as lastName',
      'company_name as companyName',
      'account_id as accountID',
      'is_admin as isAdmin',
      'is_sales_rep as isSalesRep',
      sql<boolean>`session.last_seen_at < now() - interval '5 minutes'`.as('isStale'),
    ])
    .where('token_hash', '=', tokenHash)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('session.last_seen_at', '>', sql<Date>`now() - make_interval(hours => ${sql.lit(sessionHours)})`)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null),
)

const callerOf = async (db: Db, token: string): Promise<Caller | null> => {
  const tokenHash = hashToken(token)
  const [row] = await sessionOf(db, { tokenHash })
  if (!row) return null
  const { isStale, ...caller } = row
  if (isStale)
    await db
      .updateTable('session')
      .set({ last_seen_at: sql`now()` })
      .where('token_hash', '=', tokenHash)
      .execute()
  return { ...caller, tokenHash }
}
