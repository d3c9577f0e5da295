import * as z from 'zod/mini'
import { Moment, requiredText, withoutBlanks } from '#shared/wire.ts'

/** Bytes as base64url, the encoding of the browser API. */
const bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, 'This is not a passkey.'))

const transport = z.string().check(z.maxLength(30), z.regex(/^[a-z-]+$/))

const credential = {
  id: bytes(1_400),
  rawId: bytes(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.enum(['platform', 'cross-platform']))),
}

/** A new passkey, as the browser API returns it. */
export const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    attestationObject: bytes(30_000),
    transports: z.optional(z.array(transport).check(z.maxLength(10))),
  }),
})
export type NewCredential = z.infer<typeof NewCredential>

/** An assertion signed by a passkey. */
export const SignedChallenge = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4_000),
    authenticatorData: bytes(4_000),
    signature: bytes(8_000),
    userHandle: z.optional(z.nullable(bytes(100))),
  }),
})
export type SignedChallenge = z.infer<typeof SignedChallenge>

const descriptors = z.array(
  z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }),
)

/** For `navigator.credentials.get`. */
export const RequestOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  allowCredentials: descriptors,
  userVerification: z.literal('required'),
})
export type RequestOptions = z.infer<typeof RequestOptions>

/** For `navigator.credentials.create`. */
export const CreationOptions = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  excludeCredentials: descriptors,
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof CreationOptions>

export const PasskeyName = z.object({ name: requiredText(60, 'Name') })

export const Factors = z.object({
  passkeys: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      createdAt: Moment,
      lastUsedAt: z.nullable(Moment),
      /** True if the passkey cannot sign in on its own until its owner confirms it. */
      needsPassword: z.boolean(),
    }),
  ),
  app: z.nullable(z.object({ createdAt: Moment, lastUsedAt: z.nullable(Moment) })),
  recoveryCodesLeft: z.number(),
  /** True if the last factor cannot be removed. */
  isRequired: z.boolean(),
  /** True if a passkey may replace the emailed code of an order. */
  confirmsOrders: z.boolean(),
})
export type Factors = z.infer<typeof Factors>

/** Recovery codes come with the first factor and are shown once. */
export const MessageAndCodes = z.object({ message: z.string(), recoveryCodes: z.array(z.string()) })

export const NewApp = z.object({ key: z.string(), address: z.string() })
export type NewApp = z.infer<typeof NewApp>

const sixDigits = 'Enter the six digits the app shows.'
export const AppCode = z.string(sixDigits).check(withoutBlanks, z.regex(/^\d{6}$/, sixDigits))

const StepKey = z.string('Please sign in again.').check(z.maxLength(100))
export const StepParts = z.object({ key: StepKey })

/** Exactly one of `passkey`, `code` and `recoveryCode` is expected. */
export const SecondStep = z.object({
  key: StepKey,
  passkey: z.optional(SignedChallenge),
  code: z.optional(AppCode),
  recoveryCode: z.optional(z.string().check(z.maxLength(200))),
})
export type SecondStep = z.infer<typeof SecondStep>

/** Details of the 401 for a user whose second factor is still due; `key` continues this sign-in. */
export const StepDue = z.object({
  secondFactor: z.literal(true),
  key: z.string(),
  passkey: z.boolean(),
  app: z.boolean(),
  recoveryCode: z.boolean(),
})
export type StepDue = z.infer<typeof StepDue>

/** Counts the passkey challenges of a signed-in user, whatever they are for. */
export const passkeyChallenges = { name: 'passkey-options', per: 'caller', most: 50, seconds: 300 } as const
