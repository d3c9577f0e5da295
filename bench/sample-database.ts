import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hashToken } from '../src/identity/find-caller.ts'
import { tradePeople } from './fill-trade.ts'
import { shuffle } from './shuffle.ts'

export interface BenchPerson {
  id: string
  email: string
  accountId: string
  token: string
}

/** The data that calls are built from, in a seeded random order. */
export interface DatabaseSample {
  slugs: string[]
  productIds: string[]
  /** Eleven digits each. */
  ndcs: string[]
  categories: string[]
  customers: BenchPerson[]
  admin: BenchPerson
}

export const sampleDatabase = async (pool: pg.Pool): Promise<DatabaseSample> => {
  const people = await signEveryoneIn(pool)
  const admin = people.find(({ email }) => email === tradePeople.admin)
  if (!admin) throw new Error('The database has no admin.')
  const products = await pool.query<{ id: string; slug: string; ndc_key: string }>(
    `select id, slug, ndc_key from product where is_published and deleted_at is null and dea_schedule <> 'CII' order by id`,
  )
  const categories = await pool.query<{ category: string }>(
    `select category from product where is_published and category <> '' group by category order by count(*) desc`,
  )
  const shuffled = shuffle(products.rows)
  return {
    slugs: shuffled.map(({ slug }) => slug),
    productIds: shuffled.map(({ id }) => id),
    ndcs: shuffled.map(({ ndc_key }) => ndc_key).filter((key) => key.length === 11),
    categories: categories.rows.map(({ category }) => category),
    customers: shuffle(people.filter(({ email }) => email.startsWith('customer-'))),
    admin,
  }
}

/** Creates a session for every user, as sign-in does; sign-in is measured separately. */
const signEveryoneIn = async (pool: pg.Pool): Promise<BenchPerson[]> => {
  const { rows } = await pool.query<Omit<BenchPerson, 'token'>>(
    `select id, email, account_number as "accountId"
     from account where is_active and deleted_at is null order by id`,
  )
  const people = rows.map((row) => ({ ...row, token: randomBytes(32).toString('base64url') }))
  await pool.query(
    `insert into session (token_hash, user_id, expires_at, ip, user_agent)
     select decode(token_hash, 'hex'), user_id, now() + interval '1 day', '127.0.0.1', 'bench'
     from unnest($1::text[], $2::uuid[]) as opened (token_hash, user_id)`,
    [people.map(({ token }) => hashToken(token).toString('hex')), people.map(({ id }) => id)],
  )
  // Staff need a second factor; the code of this one is never entered.
  await pool.query(
    `insert into authenticator_app (user_id, secret)
     select id, 'bench' from user_account where is_admin or is_sales_rep on conflict do nothing`,
  )
  return people
}
