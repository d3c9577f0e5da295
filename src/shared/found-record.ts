import * as z from 'zod/mini'

export const recordKinds = ['order', 'invoice', 'customer', 'person'] as const
export type RecordKind = (typeof recordKinds)[number]

/** A record that the search box finds beside products. */
export const FoundRecord = z.object({
  kind: z.enum(recordKinds),
  /** What its page is opened by: of a customer and a person the id of a user. */
  _id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** Whether what was typed is its own number, another that stands on it (a PO, a parcel), or only a part. */
  fit: z.enum(['own', 'other', 'part']),
  /** Of people: whether they are staff, and of which kind; left out for everyone else. */
  role: z.optional(z.enum(['admin', 'salesRep', 'colleague'])),
  /** For the staff: for whom they would order. */
  customer: z.optional(
    z.object({
      _id: z.string(),
      name: z.string(),
      lastName: z.string(),
      email: z.string(),
      companyName: z.string(),
      accountID: z.string(),
    }),
  ),
})
export type FoundRecord = z.infer<typeof FoundRecord>

/** What was typed, read for records. */
export interface RecordText {
  text: string
  /** `PO 4711` asks for orders and invoices alone; null where any record may be meant. */
  kinds: readonly RecordKind[] | null
}

const prefixes: readonly (readonly [RegExp, readonly RecordKind[]])[] = [
  [/^(?:sales )?orders?(?: (?:no|nr|number|id))?\b[.:#\s]+/i, ['order']],
  [/^(?:p\.?o\.?|purchase orders?)(?: (?:no|nr|number))?(?<=[a-z.])[.:#\s]+/i, ['order', 'invoice']],
  [/^(?:inv|invoices?)(?: (?:no|nr|number|id))?\b[.:#\s]+/i, ['invoice']],
  [/^(?:tracking|parcel|shipment)(?: (?:no|nr|number|id))?\b[.:#\s]+/i, ['order', 'invoice']],
  [/^(?:customer|account|acct)(?: (?:no|nr|number|id))?\b[.:#\s]+/i, ['customer']],
]

/** `Order 510020` and `#510020` are 510020: what stands before a number only says of what it is. */
export const readRecordText = (typed: string): RecordText => {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  for (const [prefix, kinds] of prefixes) {
    const rest = text.replace(prefix, '')
    if (rest !== text && /\d/.test(rest)) return { text: withoutMark(rest), kinds }
  }
  return { text: withoutMark(text), kinds: null }
}

const withoutMark = (text: string): string => text.replace(/^#\s*/, '')

/** Long enough to tell a record from others. */
export const isRecordText = ({ text }: RecordText): boolean => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3

/** Whether two numbers are one, however they are written: blanks, dashes, case and leading zeros aside. */
export const isSameNumber = (one: string, other: string): boolean => bare(one) !== '' && bare(one) === bare(other)

const bare = (number: string): string =>
  number
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')

/**
 * What a whole number leads to: the one record that has it, or the list of those that share it. A PO number stands on an
 * order and on its invoices; the order is meant. Null where nothing has it, or it would be a guess.
 */
export const meantRecord = (found: readonly FoundRecord[]): FoundRecord | RecordKind | null => {
  const own = found.filter(({ fit }) => fit === 'own')
  if (own.length > 0) return own.length === 1 ? (own[0] ?? null) : null
  const bearing = (kind: RecordKind) => found.filter((record) => record.kind === kind && record.fit === 'other')
  const [orders, invoices] = [bearing('order'), bearing('invoice')]
  const [first, another] = orders.length > 0 ? orders : invoices
  return another ? another.kind : (first ?? null)
}
