import * as z from 'zod/mini'

/** The shapes that every domain's wire speaks: ids, moments, messages. */
export const Id = z.uuid('This is not a valid ID.')
export const IdParams = z.object({ id: Id })

/** Whether a text can be looked up as an id; with any other the database would refuse the whole question. */
export const isUuid = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** A moment as ISO 8601 text; on the wire it has the offset of the wholesaler’s time zone. */
export const Moment = z.pipe(
  z.union([z.string(), z.date()]),
  z.transform((moment: string | Date) => (typeof moment === 'string' ? moment : moment.toISOString())),
)

/** Its day in UTC, YYYY-MM-DD. */
export const dayOf = (moment: string | Date): string => new Date(moment).toISOString().slice(0, 10)

export const Message = z.object({ message: z.string() })
export type Message = z.infer<typeof Message>

/** A code as it is copied, such as ` 391 890`: blanks around it and in it are none of it, the invisible ones neither. */
export const withoutBlanks = z.overwrite<string>((typed) => typed.replaceAll(/[\s\p{Cf}]/gu, ''))

/** Whatever ends a line somewhere: in a mail, a log or a file. */
const lineEnds = /[\t\n\v\f\r\u0085\u2028\u2029]+ */g

/** What shows nothing, wherever it stands: blanks, marks of formatting, and letters that are drawn as blanks. */
const invisible = /[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\p{M}\u2800\u{1d159}]/gu

/** Letters as one code point each, so that what looks alike is alike; nothing where nothing can be seen. */
const readable = (typed: string): string => {
  const letters = typed.normalize('NFC').trim()
  return letters.replace(invisible, '') === '' ? '' : letters
}

/** Text on one line, as people type it: what ends a line is a blank; trimmed, without control characters, at most `max` characters. */
export const text = (max: number, label = 'This text') =>
  z.string(`${label} is required.`).check(
    z.overwrite((value) => readable(value.replaceAll(lineEnds, ' '))),
    ...stored(max, label),
  )

/** The same of several lines. */
export const lines = (max: number, label = 'This text') =>
  z.string(`${label} is required.`).check(z.overwrite(readable), ...stored(max, label))

const stored = (max: number, label: string) =>
  [
    z.maxLength(max, `${label} is too long. The limit is ${max} characters.`),
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
    z.regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f]*$/, `${label} contains characters that cannot be stored.`),
  ] as const

/** Like `text`, and not empty. */
export const requiredText = (max: number, label: string) =>
  text(max, label).check(z.minLength(1, `${label} is required.`))

export const requiredLines = (max: number, label: string) =>
  lines(max, label).check(z.minLength(1, `${label} is required.`))

/** A domain of other letters is mailed to by its name in plain ones: `münchen.example` is `xn--mnchen-3ya.example`. */
const withPlainDomain = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // oxlint-disable-next-line no-control-regex -- ASCII begins with control characters
  if (at < 1 || /^[\u0000-\u007f]*$/.test(domain) || !URL.canParse(`http://${domain}`)) return email
  return `${email.slice(0, at)}@${new URL(`http://${domain}`).hostname}`
}

/** What RFC 5321 allows without quotes: words with dots between them, at a name of the DNS. */
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
