import { argon2 as argon2WithCallback, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Db } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'

const argon2 = promisify(argon2WithCallback)

/** OWASP's least for argon2id; kept with each hash, so that it can be raised later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const mostAtOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
const longestQueue = 50
let hashing = 0
const waiting: (() => void)[] = []

/** A few at a time, and never on every processor, so that a flood of sign-ins cannot take the machine. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (hashing >= mostAtOnce) {
    if (waiting.length >= longestQueue)
      throw new Refusal(503, 'Too many people are signing in. Please try again in a moment.')
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  hashing++
  try {
    return await work()
  } finally {
    hashing--
    waiting.shift()?.()
  }
}

const derive = (password: string, nonce: Buffer, { memory, passes, parallelism } = cost): Promise<Buffer> =>
  inTurn(() =>
    argon2('argon2id', { message: password.normalize('NFKC'), nonce, memory, passes, parallelism, tagLength }),
  )

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce)
  const { memory, passes, parallelism } = cost
  return ['argon2id', memory, passes, parallelism, nonce.toString('base64'), tag.toString('base64')].join('$')
}

/** Hashes a password anew that was right just now, where its hash cost less than hashes cost today. */
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

/** A hash of nothing, so that an unknown address costs as much time as a wrong password. */
const decoy = hashPassword(randomBytes(16).toString('hex'))

/** True only for the right password; takes the same time when there is no account. */
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
