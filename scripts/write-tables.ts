// Writes the tables.ts of every room from a freshly migrated database.
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { root } from '../src/platform/root.ts'
import { cloneDatabase } from '../src/portal/testing.ts'
import { tableTypes } from './table-types.ts'

const { pool, remove } = await cloneDatabase()
try {
  for (const [path, text] of await tableTypes(pool)) await writeFile(resolve(root, path), text)
} finally {
  await remove()
}
