import * as z from 'zod/mini'

export const recordKinds = ['order', 'invoice', 'customer', 'person'] as const
export type RecordKind = (typeof recordKinds)[number]

/** A record that the search box finds besides products. */
export const FoundRecord = z.object({
  kind: z.enum(recordKinds),
  /** The ID for its page; for customers and people a user ID. */
  _id: z.string(),
  title: z.string(),
  detail: z.string(),
  /** The search text is its own number, another number on it (PO or tracking), or part of one. */
  fit: z.enum(['own', 'other', 'part']),
  /** The staff role of a person, or colleague; absent for other records. */
  role: z.optional(z.enum(['admin', 'salesRep', 'colleague'])),
  /** The customer that staff can order for. */
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

/** The search text, parsed for records. */
export interface RecordText {
  text: string
  /** `PO 4711` searches only orders and invoices; null searches all records. */
  kinds: readonly RecordKind[] | null
}

const prefixes: readonly (readonly [RegExp, readonly RecordKind[]])[] = [
  [/^(?:sales )?orders?(?: (?:no|nr|number|id))?\b[.:#\s]+/i, ['order']],
  [/^(?:p\.?o\.?|purchase orders?)(?: (?:no|nr|number))?(?<=[a-z.])[.:#\s]+/i, ['order', 'invoice']],
  [/^(?:inv|invoices?)(?: (?:no|nr|number|id))?\b[.:#\s]+/i, ['invoice']],
  [/^(?:tracking|parcel|shipment)(?: (?:no|nr|number|id))?\b[.:#\s]+/i, ['order', 'invoice']],
  [/^(?:customer|account|acct)(?: (?:no|nr|number|id))?\b[.:#\s]+/i, ['customer']],
]

/** `Order 510020` and `#510020` mean 510020: a prefix only names the kind of record. */
export const readRecordText = (typed: string): RecordText => {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  for (const [prefix, kinds] of prefixes) {
    const rest = text.replace(prefix, '')
    if (rest !== text && /\d/.test(rest)) return { text: withoutMark(rest), kinds }
  }
  return { text: withoutMark(text), kinds: null }
}

const withoutMark = (text: string): string => text.replace(/^#\s*/, '')

/** Long enough to identify a record. */
export const isRecordText = ({ text }: RecordText): boolean => (text.match(/[\p{L}\p{N}]/gu) ?? []).length >= 3

/** Compares numbers, ignoring spaces, dashes, case and leading zeros. */
export const isSameNumber = (one: string, other: string): boolean => bare(one) !== '' && bare(one) === bare(other)

const bare = (number: string): string =>
  number
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .replace(/^0+(?=.)/, '')

/**
 * The target of a complete number: the one record that has it, or the list of the records that share it. A PO number is
 * on an order and its invoices, and means the order. Null if nothing matches or the match is ambiguous.
 */
export const meantRecord = (found: readonly FoundRecord[]): FoundRecord | RecordKind | null => {
  const own = found.filter(({ fit }) => fit === 'own')
  if (own.length > 0) return own.length === 1 ? (own[0] ?? null) : null
  const bearing = (kind: RecordKind) => found.filter((record) => record.kind === kind && record.fit === 'other')
  const [orders, invoices] = [bearing('order'), bearing('invoice')]
  const [first, another] = orders.length > 0 ? orders : invoices
  return another ? another.kind : (first ?? null)
}
