import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import { ownSecret } from '#platform/db/own-secret.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

const secretName = 'second-factor'

/** Derived from SECRET_KEY, which no database copy includes; without it, from a secret in the database. */
const keyFor = async (db: Db | Tx, { SECRET_KEY }: Pick<Config, 'SECRET_KEY'>, use: string): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', SECRET_KEY || (await ownSecret(db, secretName)), '', `apotheca:${use}`, 32))

/** The user of a recovery code. */
export interface CodeHolder {
  userId: string
  config: Pick<Config, 'SECRET_KEY'>
}

interface Seal {
  owner: string
  use: 'authenticator' | 'sign-on' | 'trace-push'
  config: Pick<Config, 'SECRET_KEY'>
}

/** Binds the ciphertext to its owner, so that it cannot be decrypted in another row. */
export const encrypt = async (db: Db | Tx, plain: Buffer, { owner, use, config }: Seal): Promise<Buffer> => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyFor(db, config, use), iv)
  cipher.setAAD(Buffer.from(owner))
  const content = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content])
}

/** Null if SECRET_KEY has changed since. */
export const decrypt = async (db: Db | Tx, kept: Buffer, { owner, use, config }: Seal): Promise<Buffer | null> => {
  const decipher = createDecipheriv('aes-256-gcm', await keyFor(db, config, use), kept.subarray(0, 12))
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(kept.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(kept.subarray(28)), decipher.final()])
  } catch {
    return null
  }
}

/** The keyed hash that is stored in place of a recovery code. */
export const digestCode = async (db: Db | Tx, code: string, { userId, config }: CodeHolder): Promise<Buffer> =>
  createHmac('sha256', await keyFor(db, config, 'recovery'))
    .update(`${userId}:${code}`)
    .digest()

/** Checks the newest 100 of each kind: if SECRET_KEY was replaced by mistake, any of them shows it. */
const most = 100

/** Counts the stored secrets that the current key cannot decrypt. */
export const countUnreadable = async (
  db: Db,
  config: Pick<Config, 'SECRET_KEY'>,
): Promise<{ looked: number; unreadable: number }> => {
  const apps = await db
    .selectFrom('authenticator_app')
    .select(['user_id as owner', 'secret'])
    .where('secret', 'is not', null)
    .orderBy('user_id', 'desc')
    .limit(most)
    .execute()
  const signOns = await db
    .selectFrom('business_sign_on')
    .select(['business_id as owner', 'client_secret as secret'])
    .orderBy('business_id', 'desc')
    .limit(most)
    .execute()
  const kept = [
    ...apps.map((one) => ({ ...one, use: 'authenticator' as const })),
    ...signOns.map((one) => ({ ...one, use: 'sign-on' as const })),
  ]
  let unreadable = 0
  for (const { owner, use, secret } of kept)
    if (secret && !(await decrypt(db, secret, { owner, use, config }))) unreadable++
  return { looked: kept.length, unreadable }
}
