import { resolve } from 'node:path'

const user = String(process.getuid?.())

/**
 * A cache folder for expensive test fixtures, per checkout and per user, because users cannot use each other's
 * programs.
 */
export const testFolder = (name: string): string => resolve(import.meta.dirname, '../../../.cache', user, name)

/** The PostgreSQL shared by all test files, which makes each start take milliseconds. */
export const testPostgresFolder = testFolder('postgres')
