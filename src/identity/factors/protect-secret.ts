import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from '#platform/config.ts'
import { ownSecret } from '#platform/db/own-secret.ts'
import type { Db, Tx } from '#platform/db/tables.ts'

const secretName = 'second-factor'

/** The operator's key, which no copy of the database holds; else one that the portal made for itself. */
const keyFor = async (db: Db | Tx, { SECRET_KEY }: Pick<Config, 'SECRET_KEY'>, use: string): Promise<Buffer> =>
  Buffer.from(hkdfSync('sha256', SECRET_KEY || (await ownSecret(db, secretName)), '', `apotheca:${use}`, 32))

interface Secret {
  userId: string
  config: Pick<Config, 'SECRET_KEY'>
}

/** Whose secret, and which. */
interface Seal {
  owner: string
  use: 'authenticator' | 'sign-on'
  config: Pick<Config, 'SECRET_KEY'>
}

/** Encrypted for its owner; in another's row it cannot be read. */
export const encrypt = async (db: Db | Tx, plain: Buffer, { owner, use, config }: Seal): Promise<Buffer> => {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyFor(db, config, use), iv)
  cipher.setAAD(Buffer.from(owner))
  const content = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content])
}

/** Null when the key is another by now. */
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

/** What is kept of a recovery code. */
export const digestCode = async (db: Db | Tx, code: string, { userId, config }: Secret): Promise<Buffer> =>
  createHmac('sha256', await keyFor(db, config, 'recovery'))
    .update(`${userId}:${code}`)
    .digest()
