import { sql } from 'kysely'
import { fillDemo } from '../../demo/fill-demo.ts'
import { openSession } from '#identity/open-session.ts'
import { compareFigures } from './testing-tiles.ts'
import { startTestPortal } from './testing.ts'

/** Compares every dashboard figure with the list it links to, on the demo's year of trade. */
const portal = await startTestPortal()
const { db } = portal
await fillDemo(db, null)
// Simulates the ERP's open items: one in ten unknown, the rest open, half open or paid; some are credit memos.
await sql`
  update invoice set is_credit = true, total_gross_amount = -total_gross_amount, open_amount = -total_gross_amount
  where abs(hashtext(id)) % 40 = 7`.execute(db)
await sql`
  update invoice set open_amount_at = now(), open_amount = case
    when abs(hashtext(id)) % 10 = 0 then null
    when abs(hashtext(id)) % 4 = 1 then total_gross_amount
    when abs(hashtext(id)) % 4 = 2 then round(total_gross_amount / 2, 2)
    else 0 end
  where not is_credit`.execute(db)
await sql`update invoice set cancelled_by = 'C' || id where abs(hashtext(id)) % 60 = 11`.execute(db)

const signIn = async (email: string) => {
  const { id } = await db.selectFrom('user_account').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return { _id: id, email, token: await openSession(db, { userId: id, ip: '127.0.0.1', userAgent: 'test' }) }
}
compareFigures(portal, {
  admin: await signIn('admin@demo.example'),
  buyer: await signIn('buyer@demo.example'),
  rep: await signIn('rep@demo.example'),
})
