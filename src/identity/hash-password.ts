import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { runTask } from '#platform/work-threads.ts'

/** OWASP's minimum for argon2id; stored with each hash, so that it can be raised later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const longestQueue = 50
let hashing = 0

const derive = async (password: string, nonce: Buffer, { memory, passes, parallelism } = cost): Promise<Uint8Array> => {
  if (hashing >= longestQueue) throw new Refusal(503, 'Too many people are signing in. Please try again in a moment.')
  hashing++
  try {
    const message = password.normalize('NFKC')
    return await runTask('hash', { message, nonce, memory, passes, parallelism, tagLength })
  } finally {
    hashing--
  }
}

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  const { memory, passes, parallelism } = cost
  return ['argon2id', memory, passes, parallelism, nonce.toString('base64'), Buffer.from(tag).toString('base64')].join(
    '$',
  )
}

/** Rehashes a verified password whose hash was made with lower cost. */
export const renewHash = async (
  db: Db,
  { id, password, stored }: { id: string; password: string; stored: string | null },
): Promise<void> => {
  const [, memory, passes] = (stored ?? '').split('$').map(Number)
  if (!stored || !memory || !passes || (memory >= cost.memory && passes >= cost.passes)) return
  await db
    .updateTable('user_account')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', id)
    .where('password_hash', '=', stored)
    .execute()
}

/** A decoy hash, so that an unknown address takes as long as a wrong password. */
const decoy = hashPassword(randomBytes(16).toString('hex'))

/** True only for the right password; takes the same time without an account. */
export const verifyPassword = async (password: string, stored: string | null): Promise<boolean> => {
  const [kind, memory, passes, parallelism, nonce, tag] = (stored ?? (await decoy)).split('$')
  if (kind !== 'argon2id' || !nonce || !tag) return false
  const derived = await derive(password, Buffer.from(nonce, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(derived, Buffer.from(tag, 'base64')) && stored !== null
}
