import { sql } from 'kysely'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import { maxNotes } from './contract.ts'

/** The business of a user who is not deleted. */
export const businessOfUser = async (db: Db, userId: string): Promise<string> => {
  const user = await db
    .selectFrom('user_account')
    .select('business_id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user?.business_id) throw notFound('Customer')
  return user.business_id
}

const author = sql<string>`trim(user_account.name || ' ' || user_account.last_name)`

export const notesOf = async (db: Db, userId: string) =>
  db
    .selectFrom('customer_note')
    .innerJoin('user_account', 'user_account.id', 'customer_note.author_id')
    .select([
      'customer_note.id as _id',
      'customer_note.text',
      'customer_note.created_at as createdAt',
      author.as('author'),
    ])
    .where('customer_note.business_id', '=', await businessOfUser(db, userId))
    .orderBy('customer_note.created_at', 'desc')
    .orderBy('customer_note.id', 'desc')
    .limit(maxNotes)
    .execute()

export interface LastNote {
  text: string
  author: string
  createdAt: Date
}

/** The latest note of each business that has one. */
export const lastNotesOf = async (db: Db, businessIds: readonly string[]): Promise<Map<string, LastNote>> => {
  const rows = await db
    .selectFrom('customer_note')
    .innerJoin('user_account', 'user_account.id', 'customer_note.author_id')
    .distinctOn('customer_note.business_id')
    .select([
      'customer_note.business_id',
      'customer_note.text',
      'customer_note.created_at as createdAt',
      author.as('author'),
    ])
    .where(sql<boolean>`customer_note.business_id = any(${businessIds}::uuid[])`)
    .orderBy('customer_note.business_id')
    .orderBy('customer_note.created_at', 'desc')
    .orderBy('customer_note.id', 'desc')
    .execute()
  return new Map(rows.map(({ business_id: id, ...note }) => [id, note]))
}
