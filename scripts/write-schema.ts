// Writes docs/schema.md from a freshly migrated database.
import { writeFile } from 'node:fs/promises'
import { cloneDatabase } from '../src/portal/testing.ts'
import { schemaPage, schemaPagePath } from './schema-page.ts'

const { pool, remove } = await cloneDatabase()
await writeFile(schemaPagePath, await schemaPage(pool)).finally(remove)
