import * as z from 'zod/mini'
import { isGln } from '#shared/check-digit.ts'
import { isLoopback } from './refuse-plaintext.ts'

/** A setting with its default, schema and documentation. */
export const setting = <T>(byDefault: string, shape: z.ZodMiniType<T, unknown>, meaning: string) => ({
  /** The documented default; an empty string means off. */
  byDefault,
  shape,
  meaning,
})

export const textSetting = z.string()

/** Each schema's message describes the expected value: "Setting PORT: "http" is not a number from 0 to 65535." */
export const matching = (pattern: RegExp, expected: string) => textSetting.check(z.regex(pattern, expected))

export const number = (min: number, max: number) => {
  const expected = `a number from ${min} to ${max}`
  return z.pipe(matching(/\S/, expected), z.transform(Number)).check(z.gte(min, expected), z.lte(max, expected))
}

export const wholeNumber = (min: number, max: number) => number(min, max).check(z.multipleOf(1, 'a whole number'))

export const choice = <const T extends string>(...choices: T[]) => z.enum(choices, `one of ${choices.join(', ')}`)

export const flag = z.stringbool({ truthy: ['1'], falsy: ['0', ''], case: 'sensitive', error: '0 or 1' })

export const url = (...protocols: string[]) =>
  textSetting.check(
    z.refine((value) => value === '' || protocols.includes(URL.parse(value)?.protocol ?? ''), {
      error: `an address with ${protocols.join(' or ')}`,
      abort: true,
    }),
  )

/** Keeps the trailing slash, which is part of some providers' issuer. */
export const issuer = url('https:', 'http:').check(
  z.refine((value) => !URL.parse(value)?.password, 'an address without a password in it'),
  z.refine(
    (value) => !value.startsWith('http:') || isLoopback(new URL(value).hostname),
    'an https address (plain http is for this machine only)',
  ),
)

export const secureUrl = issuer.check(z.overwrite((value) => value.replace(/\/+$/, '')))

/** Pages, API calls and cookies need the root of a host. */
export const rootUrl = secureUrl.check(
  z.refine((value) => value === '' || isRoot(new URL(value)), 'an address without a path'),
  // Removes a bare ? or # at the end, which would break every link built from it.
  z.overwrite((value) => (value === '' ? '' : new URL(value).origin)),
)

const isRoot = ({ pathname, search, hash, username }: URL): boolean => `${pathname}${search}${hash}${username}` === '/'

const mailbox = '[^\\s@<>",;]+@[^\\s@<>",;]+'

export const address = matching(new RegExp(`^(${mailbox})?$`), 'an address such as ann@harbor.com')

/** With or without a display name. */
export const sender = matching(
  new RegExp(`^(${mailbox}|[^<>\\r\\n]*<${mailbox}>)$`),
  'an address such as orders@harbor.com or Harbor <orders@harbor.com>',
)

/** Origins in the form browsers send them. */
export const origins = z
  .pipe(
    textSetting,
    z.transform((value) => value.split(/\s+/).filter(Boolean)),
  )
  .check(
    z.refine(
      (values) => values.every((value) => /^https?:/.test(value) && URL.parse(value)?.origin === value),
      'a list of origins such as https://pictures.example',
    ),
  )

export const isTimeZone = (timeZone: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone })
    return true
  } catch {
    return false
  }
}

export const erpName = matching(/^\w{0,80}$/, 'a name of letters, digits and _')

/** Global Location Numbers separated by spaces, as an array. */
export const glns = z
  .pipe(
    textSetting,
    z.transform((value) => value.split(/\s+/).filter(Boolean)),
  )
  .check(z.refine((values: string[]) => values.every(isGln), 'a list of 13-digit GLNs with valid check digits'))
