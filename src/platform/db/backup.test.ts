import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { addProducts } from '#catalogue/add-products.ts'
import { cloneDatabase, startTestPortal } from '#portal/testing.ts'
import { bytesFrom, startChance } from '../testing-seed.ts'
import { backup, restore } from './backup.ts'
import { connect } from './connect.ts'
import { allMigrations, migrateWithin } from './migrate.ts'

const portal = await startTestPortal()
const folder = await mkdtemp(join(tmpdir(), 'apotheca-backup-'))
after(() => rm(folder, { recursive: true, force: true }))
const file = join(folder, 'backup.gz')
const order = '01900000-0000-7000-8000-000000000001'

const source = connect(portal.connection)
after(() => source.close())

const contentOf = async ({ pool }: Pick<typeof source, 'pool'>, table: string): Promise<unknown[]> =>
  (await pool.query<{ row: unknown }>(`select to_jsonb(it) as row from ${table} it order by 1`)).rows.map(
    ({ row }) => row,
  )

describe('a backup', () => {
  it('brings everything back, bytes, cents and microseconds included', async () => {
    const buyer = await portal.addUser({ company_name: 'Größe & “Söhne”\nLtd', license_expiry_date: '2031-02-28' })
    const [product] = await addProducts(portal.db, [
      { name: 'Backed up', price: 1234.56, count_in_stock: 3, images: ['a', 'b'] },
    ])
    await portal.db
      .insertInto('contract_price')
      .values({ product_id: product?._id ?? '', business_id: buyer.businessId, list: 'general', price: 0.01 })
      .execute()
    await portal.db
      .insertInto('portal_secret')
      .values({ name: 'test', value: bytesFrom(startChance(), 32) })
      .execute()
    await portal.db.insertInto('sales_order').values({ id: order, erp_reference: 'AP-1' }).execute()
    const count = await backup(source.pool, file)
    assert.ok(count >= 5)

    const target = await cloneDatabase()
    try {
      assert.equal(await restore(target.owner, file), count)
      for (const table of [
        'business',
        'license',
        'user_account',
        'session',
        'product',
        'contract_price',
        'stock_movement',
        'portal_secret',
        'sales_order',
        'catalogue_state',
      ])
        assert.deepEqual(await contentOf(target, table), await contentOf(source, table), table)
      await assert.rejects(restore(target.owner, file), /in use/)
    } finally {
      await target.remove()
    }
  })

  it('of an older version is migrated with what it holds', async () => {
    const older = await cloneDatabase()
    const target = await cloneDatabase()
    const old = join(folder, 'old.gz')
    try {
      const { owner: pool } = older
      const names = await allMigrations()
      const client = await pool.connect()
      await client.query('drop schema public cascade; create schema public')
      await migrateWithin(client, names.slice(0, names.indexOf('0017-reports.sql')))
      client.release()
      await pool.query(
        `with made as (insert into business (id, status) values (gen_random_uuid(), 'active') returning id)
        insert into user_account (id, business_id, email, name)
        select gen_random_uuid(), id, 'buyer@old.example', 'Ann' from made`,
      )
      const count = await backup(pool, old)
      assert.equal(await restore(target.owner, old), count)
      for (const table of ['business', 'user_account'])
        for (const [at, row] of (await contentOf({ pool }, table)).entries())
          assert.partialDeepStrictEqual((await contentOf({ pool: target.owner }, table))[at], row)
      // What the missing migration wrote came after the rows of the backup.
      assert.notDeepEqual(await contentOf({ pool: target.owner }, 'us_region'), [])
      const applied = await target.owner.query<{ name: string }>('select name from migration order by name')
      assert.deepEqual(
        applied.rows.map(({ name }) => name),
        names,
      )
    } finally {
      await older.remove()
      await target.remove()
    }
  })

  it('that is cut short restores nothing', async () => {
    const whole = await readFile(file)
    const cut = join(folder, 'cut.gz')
    await writeFile(cut, whole.subarray(0, whole.length - 40))
    const target = await cloneDatabase()
    try {
      await assert.rejects(restore(target.owner, cut))
      assert.deepEqual(await contentOf(target, 'user_account'), [])
    } finally {
      await target.remove()
    }
  })
})
