import { userInfo } from 'node:os'
import { resolve } from 'node:path'

// Not every account has a name, and Windows has no numbers.
const user = String(process.getuid?.() ?? userInfo().username)

/**
 * A folder in which tests keep what is dear to make: of this checkout and of this user, because what one user's programs
 * wrote another user's cannot use.
 */
export const testFolder = (name: string): string => resolve(import.meta.dirname, '../../../.cache', user, name)

/** Where the tests' PostgreSQL lives: one for all test files, so that each start is a matter of milliseconds. */
export const testPostgresFolder = testFolder('postgres')
