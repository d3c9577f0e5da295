import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

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
