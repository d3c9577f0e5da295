import * as z from 'zod/mini'
import { plausibleDay } from '#shared/plausible-day.ts'
import { lines, text } from '#shared/wire.ts'

export const maxNoteLength = 500
/** Carriers print one line of about this length above the address. */
export const maxAttentionLength = 60
export const maxLineNoteLength = 200

/** Control characters, which pasted text brings along, and those that reverse the direction of a line. */
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

const printable = (label: string) =>
  z.string(`${label} is not text.`).check(z.overwrite((typed) => typed.replaceAll(unprintable, '')))

export const LineNote = z.pipe(printable('The line note'), text(maxLineNoteLength, 'The line note'))

/** Details that people write on an order. */
export const OrderDetails = z.object({
  /** A note to the wholesaler. */
  note: z.optional(z.pipe(printable('The note'), lines(maxNoteLength, 'The note'))),
  /** Whom the parcel is for at the ship-to address. */
  attention: z.optional(z.pipe(printable('The attention line'), text(maxAttentionLength, 'The attention line'))),
  /** The delivery day; null for as soon as possible. */
  requestedDay: z.optional(z.nullable(plausibleDay('Choose a delivery day from the list.'))),
})

/** The details of a cart, an order or a request for approval as they are stored. */
export interface WrittenDetails {
  note: string
  attention: string
  requestedDay: string | null
}
