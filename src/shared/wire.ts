import * as z from 'zod/mini'

/** Shared wire schemas: IDs, moments, messages. */
export const Id = z.uuid('This is not a valid ID.')
export const IdParams = z.object({ id: Id })

/** Whether a text can be compared with a uuid column, where the database would refuse other text. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** A moment as ISO 8601 text; on the wire it has the offset of the wholesaler’s time zone. */
export const Moment = z.pipe(
  z.union([z.string(), z.date()]),
  z.transform((moment: string | Date) => (typeof moment === 'string' ? moment : moment.toISOString())),
)

/** The date in UTC, YYYY-MM-DD. */
export const dayOf = (moment: string | Date): string => new Date(moment).toISOString().slice(0, 10)

export const Message = z.object({ message: z.string() })
export type Message = z.infer<typeof Message>

/** A pasted code such as ` 391 890`: removes all spaces and invisible characters. */
export const withoutBlanks = z.overwrite<string>((typed) => typed.replaceAll(/[\s\p{Cf}]/gu, ''))

/** Characters that end a line in an email, a log or a file. */
const lineEnds = /[\t\n\v\f\r\u0085\u2028\u2029]+ */g

/** Invisible characters: spaces, format characters, and letters that render as blanks. */
const invisible = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\p{M}\u2800\u{1d159}]/gu

/** NFC, so that equal text compares equal; empty if nothing is visible. */
const readable = (typed: string): string => {
  const letters = typed.normalize('NFC').trim()
  return letters.replace(invisible, '') === '' ? '' : letters
}

/** One line of text: trimmed, line ends become spaces, no control characters, at most `max` characters. */
export const text = (max: number, label = 'This text') =>
  z.string(`${label} is required.`).check(
    z.overwrite((value) => readable(value.replaceAll(lineEnds, ' '))),
    ...stored(max, label),
  )

/** The same with several lines. */
export const lines = (max: number, label = 'This text') =>
  z.string(`${label} is required.`).check(z.overwrite(readable), ...stored(max, label))

const stored = (max: number, label: string) =>
  [
    z.maxLength(max, `${label} is too long. The limit is ${max} characters.`),
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
    z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, `${label} contains characters that cannot be stored.`),
  ] as const

/** Like `text`, but required. */
export const requiredText = (max: number, label: string) =>
  text(max, label).check(z.minLength(1, `${label} is required.`))

export const requiredLines = (max: number, label: string) =>
  lines(max, label).check(z.minLength(1, `${label} is required.`))

/** Converts an internationalized domain to Punycode: `münchen.example` becomes `xn--mnchen-3ya.example`. */
const withPlainDomain = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // oxlint-disable-next-line no-control-regex -- ASCII begins with control characters
  if (at < 1 || /^[\u0000-\u007f]*$/.test(domain) || !URL.canParse(`http://${domain}`)) return email
  return `${email.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
}

/** RFC 5321 addresses without quotes: a dot-atom at a DNS name. */
const address =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/

export const Email = z
  .string('Email is required.')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, 'Email is required.'),
    z.maxLength(254, 'This email address is too long.'),
    z.overwrite(withPlainDomain),
    z.regex(address, 'This is not an email address.'),
  )
