import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

/** Whether the key is a private key, which decrypts. */
const opens = (key: string): boolean => key.startsWith('AGE-SECRET-KEY-')

/** Encrypts a stream with age, which also detects changes; returns it unchanged without a key. */
export const encryptBackup = async (source: Readable, key: string): Promise<Readable> => {
  if (!key) return source
  const { Encrypter, identityToRecipient } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(opens(key) ? await identityToRecipient(key) : key)
  return fromWeb(await encrypter.encrypt(toWeb(source)))
}

/** Opens a backup file and decrypts it if necessary. */
export const decryptBackup = async (file: string, key: string): Promise<Readable> => {
  if (!(await isSealed(file))) return createReadStream(file)
  if (!opens(key))
    throw new Error('The backup is encrypted: set BACKUP_KEY to the key that opens it (AGE-SECRET-KEY-1…).')
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  const source = createReadStream(file)
  try {
    return fromWeb(await decrypter.decrypt(toWeb(source)))
  } catch (error) {
    source.destroy()
    const isOthers = error instanceof Error && error.message.includes('no identity matched')
    throw isOthers ? new Error('The backup was encrypted for a different key than BACKUP_KEY.') : error
  }
}

const firstLine = 'age-encryption.org/'

const isSealed = async (file: string): Promise<boolean> => {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(firstLine.length), 0, firstLine.length, 0)
    return buffer.toString('latin1') === firstLine
  } finally {
    await handle.close()
  }
}

// Web streams of Node; only their type declarations differ.
const toWeb = (source: Readable) => Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>
const fromWeb = (stream: unknown) => Readable.fromWeb(stream as ReadableStream<Uint8Array>)

const [signs, checks] = ['apotheca-sign-', 'apotheca-check-']

/** BACKUP_SIGN_KEY: a key that signs and verifies, or one that only verifies. */
export const signKeyShape = /^(?:apotheca-(?:sign|check)-[\w-]{43})?$/

/** Creates a key pair for BACKUP_SIGN_KEY: the portal signs, a restore elsewhere only verifies. */
export const makeSignKeys = (): { signs: string; checks: string } => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  return { signs: signs + d, checks: checks + x }
}

// PKCS #8 and SPKI encodings of Ed25519 are these bytes followed by the 32-byte key.
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

const privateKeyOf = (key: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([privatePrefix, Buffer.from(key.slice(signs.length), 'base64url')]),
    format: 'der',
    type: 'pkcs8',
  })

const publicKeyOf = (key: string): KeyObject =>
  key.startsWith(signs)
    ? createPublicKey(privateKeyOf(key))
    : createPublicKey({
        key: Buffer.concat([publicPrefix, Buffer.from(key.slice(checks.length), 'base64url')]),
        format: 'der',
        type: 'spki',
      })

/** Signs a digest; null without a signing key. */
export const signDigest = (digest: Buffer, key: string): string | null =>
  key.startsWith(signs) ? sign(null, digest, privateKeyOf(key)).toString('base64') : null

export const isSignedBy = (digest: Buffer, signature: string, key: string): boolean =>
  verify(null, digest, publicKeyOf(key), Buffer.from(signature, 'base64'))
