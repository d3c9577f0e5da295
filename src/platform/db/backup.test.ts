import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { addProducts } from '#catalog/add-products.ts'
import { cloneDatabase, startTestPortal } from '#portal/testing.ts'
import { bytesFrom, startChance } from '../testing-seed.ts'
import { backup, restore } from './backup.ts'
import { connect } from './connect.ts'
import { allMigrations, migrateWithin } from './migrate.ts'
import { makeSignKeys } from './seal-backup.ts'

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

const withTarget = async (work: (target: Awaited<ReturnType<typeof cloneDatabase>>) => Promise<void>) => {
  const target = await cloneDatabase()
  try {
    await work(target)
  } finally {
    await target.remove()
  }
}

describe('a backup', () => {
  it('restores everything, including bytes, cents and microseconds', async () => {
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
      await assert.rejects(restore(target.owner, file), /not empty/)
    } finally {
      await target.remove()
    }
  })

  it('is not restored over records, even if the database has no accounts', () =>
    withTarget(async (target) => {
      await target.owner.query(`insert into sales_order (id, erp_reference) values (gen_random_uuid(), 'ERP-1')`)
      await assert.rejects(restore(target.owner, file), /not empty/)
      const { rowCount } = await target.owner.query('select from sales_order')
      assert.equal(rowCount, 1)
    }))

  it('of an older version is migrated with its data', async () => {
    const older = await cloneDatabase()
    const target = await cloneDatabase()
    const old = join(folder, 'old.gz')
    try {
      const { owner: pool } = older
      const names = await allMigrations()
      const client = await pool.connect()
      await client.query('drop schema public cascade; create schema public')
      await migrateWithin(client, names.slice(0, names.indexOf('0020-reports.sql')))
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
      // The missing migration's rows are not in the backup.
      assert.notDeepEqual(await contentOf({ pool: target.owner }, 'sales_compaction'), [])
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

  it('that is truncated restores nothing', async () => {
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

  it('with an unexpected file name restores and writes nothing', async () => {
    const lines = gunzipSync(await readFile(file))
      .toString('utf8')
      .trimEnd()
      .split('\n')
    const footer = JSON.parse(lines.at(-1) ?? '') as { files: number }
    for (const name of ['../escaped.webp', '/tmp/escaped.webp', '..', '.hidden.webp', 'a/b.webp', 'A.webp', ''])
      await withTarget(async (target) => {
        const evil = join(folder, 'evil.gz')
        const added = JSON.stringify({ file: name, content: 'AAAA' })
        const text = [...lines.slice(0, -1), added, JSON.stringify({ ...footer, files: footer.files + 1 })]
        await writeFile(evil, gzipSync(`${text.join('\n')}\n`))
        const written: string[] = []
        const putFile = async (given: string) => void written.push(given)
        await assert.rejects(restore(target.owner, evil, { putFile }), /contains an unknown file/)
        assert.deepEqual([written, await contentOf(target, 'user_account')], [[], []])
      })
  })

  it('puts files in place only after the commit', async () => {
    const withFile = join(folder, 'file.gz')
    const name = `${'a'.repeat(32)}-480.webp`
    const files = async function* () {
      yield { name, content: Buffer.from('picture') }
    }
    await backup(source.pool, withFile, { files: files() })
    await withTarget(async (target) => {
      const seen: unknown[] = []
      const putFile = async (given: string, content: Buffer) => {
        seen.push([given, content.toString(), (await contentOf(target, 'user_account')).length > 0])
      }
      await restore(target.owner, withFile, { putFile })
      assert.deepEqual(seen, [[name, 'picture', true]])
    })
  })

  it('is refused if signed by another key, altered or unsigned', async () => {
    const [ours, theirs] = [makeSignKeys(), makeSignKeys()]
    const signed = join(folder, 'signed.gz')
    await backup(source.pool, signed, { signKey: ours.signs })
    const lines = gunzipSync(await readFile(signed))
      .toString('utf8')
      .trimEnd()
      .split('\n')
    const altered = join(folder, 'altered.gz')
    await writeFile(altered, gzipSync(`${lines.join('\n').replace('Backed up', 'Backed-up')}\n`))
    for (const [from, signKey] of [
      [file, ours.checks],
      [signed, theirs.checks],
      [altered, ours.checks],
    ] as const)
      await withTarget(async (target) => {
        await assert.rejects(restore(target.owner, from, { signKey }), /not signed with BACKUP_SIGN_KEY/)
        assert.deepEqual(await contentOf(target, 'user_account'), [])
      })
    // The signing key also verifies, and without a key signatures are not checked.
    for (const signKey of [ours.checks, ours.signs, ''])
      await withTarget(async (target) => {
        assert.ok((await restore(target.owner, signed, { signKey })) > 0)
      })
  })
})
