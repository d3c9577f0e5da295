import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { NewCredential, SignedChallenge } from './factor-shapes.ts'

/** Deviations from a correct device. */
interface Lies {
  origin?: string
  rpId?: string
  challenge?: string
  count?: number
  isVerified?: boolean
  userHandle?: string
}

const byteString = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 256 ? Buffer.from([0x58, bytes.length]) : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ])

const text = (words: string): Buffer => Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)])

/** A software authenticator with one passkey (ES256) that behaves as a browser's would. */
export const makeDevice = (origin: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let count = 0

  const clientData = (type: string, challenge: string, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )

  const authenticatorData = (rpId: string, lies: Lies, attested = Buffer.alloc(0)): Buffer => {
    const flags = 1 + (lies.isVerified === false ? 0 : 4) + (attested.length > 0 ? 64 : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(lies.count ?? ++count)
    const rpHash = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest()
    return Buffer.concat([rpHash, Buffer.from([flags]), counter, attested])
  }

  /** The public key in COSE: EC2, ES256 on P-256. */
  const coseKey = (): Buffer => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      byteString(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      byteString(Buffer.from(y, 'base64url')),
    ])
  }

  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const }

  return {
    register: ({ challenge, rp }: { challenge: string; rp: { id: string } }, lies: Lies = {}): NewCredential => {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey()])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        byteString(authenticatorData(rp.id, lies, attested)),
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, lies).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign: ({ challenge, rpId }: { challenge: string; rpId: string }, lies: Lies = {}): SignedChallenge => {
      const data = authenticatorData(rpId, lies)
      const told = clientData('webauthn.get', challenge, lies)
      const signed = Buffer.concat([data, createHash('sha256').update(told).digest()])
      return {
        ...credential,
        response: {
          clientDataJSON: told.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
          ...(lies.userHandle && { userHandle: lies.userHandle }),
        },
      }
    },
  }
}
