import { argon2Sync, type Argon2Parameters } from 'node:crypto'

declare module '#platform/work-threads.ts' {
  interface ThreadWork {
    hash: { given: Argon2Parameters; made: Uint8Array }
  }
}

/** Takes a processor and 19 MB for some 20 ms. */
export const deriveKey = (parameters: Argon2Parameters): Uint8Array => argon2Sync('argon2id', parameters)
