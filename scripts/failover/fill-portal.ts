import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { hashToken } from '../../src/identity/find-caller.ts'
import { hashPassword } from '../../src/identity/hash-password.ts'
import { connect } from '#platform/db/connect.ts'
import { migrate } from '#platform/db/migrate.ts'
import { demoBusinesses } from '../../demo/businesses.ts'
import { demoProducts } from '../../demo/products.ts'
import { seedDemo } from '../../demo/seed.ts'
import { writeErpBooks } from '../../demo/write-erp-books.ts'
import type { Buyer } from './place-continuously.ts'

const buyerCount = 16
const productCount = 60

/** Fills an empty database and the ERP's folder with the demo's products and businesses, all in stock. */
export const fillPortal = async (where: pg.PoolConfig, folder: string) => {
  const { db, pool, close } = connect(where, 2)
  try {
    await migrate(pool)
    const trade = { products: demoProducts(), businesses: demoBusinesses(), orders: [], invoices: [] }
    await seedDemo(db, { ...trade, passwordHash: await hashPassword(randomBytes(16).toString('hex')) })
    // A portal does not start with demo accounts, whose password is public; these get an unknown one.
    await pool.query('update user_account set is_demo = false')
    // The simulator bills list prices, and the totals of both sides are compared to the cent.
    await pool.query('truncate contract_price, price_list cascade')
    await writeErpBooks(folder, trade)
    const { rows: products } = await pool.query<{ id: string }>(
      `update product set count_in_stock = 1000000 where id in (
         select id from product where is_published and not is_non_stocked and deleted_at is null
           and dea_schedule <> 'CII' order by id limit $1
       ) returning id`,
      [productCount],
    )
    return { products: products.map(({ id }) => id), buyers: await signIn(pool) }
  } finally {
    await close()
  }
}

const signIn = async (pool: pg.Pool): Promise<Buyer[]> => {
  const { rows } = await pool.query<Omit<Buyer, 'token'>>(
    `select id, email from account
     where is_active and deleted_at is null and not is_admin and not is_sales_rep and account_number <> ''
     order by email limit $1`,
    [buyerCount],
  )
  const buyers = rows.map((row) => ({ ...row, token: randomBytes(32).toString('base64url') }))
  await pool.query(
    `insert into session (token_hash, user_id, expires_at, ip, user_agent)
     select decode(token_hash, 'hex'), user_id, now() + interval '1 day', '127.0.0.1', 'proof'
     from unnest($1::text[], $2::uuid[]) as opened (token_hash, user_id)`,
    [buyers.map(({ token }) => hashToken(token).toString('hex')), buyers.map(({ id }) => id)],
  )
  return buyers
}
