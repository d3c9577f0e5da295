import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { after, test } from 'node:test'
import { root } from '../src/platform/root.ts'
import { cloneDatabase } from '../src/portal/testing.ts'
import { tableTypes } from './table-types.ts'

const { pool, remove } = await cloneDatabase()
after(remove)

test('the tables.ts of every room matches the database; otherwise run scripts/write-tables.ts', async () => {
  const wanted = await tableTypes(pool)
  const places = await Array.fromAsync(glob('src/**/tables.ts', { cwd: root }))
  // Written by hand: the rooms' own additions.
  const generated = places
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== 'src/platform/db/tables.ts')
  assert.deepEqual(generated.toSorted(), [...wanted.keys()].toSorted())
  for (const [path, text] of wanted) assert.equal(await readFile(resolve(root, path), 'utf8'), text, path)
})
