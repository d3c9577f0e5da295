import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { addProducts } from './add-products.ts'

const portal = await startTestPortal()

it('a product with only a name gets the database defaults', async () => {
  const id = crypto.randomUUID()
  await portal.db.insertInto('product').values({ id, name: 'Bare', slug: id }).execute()
  const [added] = await addProducts(portal.db, [{ name: 'Bare' }, { name: 'Full', brand: 'Brand', price: 3.5 }])
  const rowOf = async (one: string) => {
    const row = await portal.db.selectFrom('product').selectAll().where('id', '=', one).executeTakeFirstOrThrow()
    return { ...row, id: '', slug: '', created_at: null, updated_at: null }
  }
  assert.deepEqual(await rowOf(added?._id ?? ''), await rowOf(id))
})

it('a column added by a later release gets its database default', async () => {
  await portal.owner.query(`alter table product add column of_next_release text not null default 'theirs'`)
  const [added] = await addProducts(portal.db, [{ name: 'Older process' }])
  const { rows } = await portal.owner.query('select of_next_release from product where id = $1', [added?._id])
  assert.deepEqual(rows, [{ of_next_release: 'theirs' }])
})
