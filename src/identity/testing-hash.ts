import { argon2Sync } from 'node:crypto'

/** A hash at argon2's lowest cost, for tests with hundreds of tries; the first sign-in rehashes it. */
export const cheapHash = (password: string): string => {
  const [memory, passes, parallelism, nonce] = [8, 1, 1, Buffer.alloc(16, 'salt')]
  const tag = argon2Sync('argon2id', { message: password, nonce, memory, passes, parallelism, tagLength: 32 })
  return ['argon2id', memory, passes, parallelism, nonce.toString('base64'), tag.toString('base64')].join('$')
}
