import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { cloneDatabase } from '../src/portal/testing.ts'
import { schemaPage, schemaPagePath } from './schema-page.ts'

const { pool, remove } = await cloneDatabase()
after(remove)

test('docs/schema.md matches the database; otherwise run scripts/write-schema.ts', async () => {
  assert.equal(await readFile(schemaPagePath, 'utf8'), await schemaPage(pool))
})

test('every table has a comment', async () => {
  const { rows } = await pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relname <> 'migration'
      and obj_description(oid, 'pg_class') is null`)
  assert.deepEqual(rows, [])
})
