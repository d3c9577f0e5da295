import { resolve } from 'node:path'

/** Where the tests' PostgreSQL lives: one for all test files, so that each start is a matter of milliseconds. */
export const testPostgresFolder = resolve(import.meta.dirname, '../../../.cache/test-postgres')
