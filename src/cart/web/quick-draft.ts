import * as z from 'zod/mini'
import { onSignOut } from '#web/session.ts'
import { parseStored } from '#web/storage.ts'
import type { LeftOut } from '../order-sheet/read-order-sheet.ts'
import type { SourceSheet } from '../order-sheet/source-sheet.ts'
import { WrittenLine } from './quick-line.ts'

/** A file or pasted list that was read, with details for its note. */
export interface OrderSource {
  id: number
  name: string
  /** The index of the sheet that was read. */
  sheet: number
  /** The header of the quantity column; empty if each line was parsed as text. */
  quantityColumn: string
  /** The number of lines it added. */
  lineCount: number
  leftOut: LeftOut[]
  /** Used to read it again with other columns; empty after a reload if the source was too large to store. */
  sheets: readonly SourceSheet[]
}

const LeftOutShape = z.object({
  what: z.enum([
    'header',
    'hiddenRow',
    'hiddenColumn',
    'otherSheet',
    'hiddenSheet',
    'pastLimit',
    'noCode',
    'notOrdered',
  ]),
  at: z.number(),
  text: z.string(),
  sheet: z.optional(z.number()),
})

const SheetShape = z.object({
  name: z.string(),
  rows: z.array(
    z.object({
      at: z.number(),
      cells: z.array(z.string()),
      text: z.optional(z.string()),
      isHidden: z.optional(z.boolean()),
    }),
  ),
  hiddenColumns: z.optional(z.array(z.number())),
  rowsPastLimit: z.optional(z.number()),
  isHidden: z.optional(z.boolean()),
  isDelimited: z.optional(z.boolean()),
  isScanned: z.optional(z.boolean()),
})

/** A line without the server's check results. */
const SavedLine = z.extend(WrittenLine, { id: z.number() })

const Draft = z.object({
  lines: z.array(SavedLine),
  sources: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      sheet: z.number(),
      quantityColumn: z.string(),
      lineCount: z.number(),
      leftOut: z.array(LeftOutShape),
      sheets: z.array(SheetShape),
    }),
  ),
})
export type Draft = z.infer<typeof Draft>

const prefix = 'quickOrder '
/** Browsers limit session storage to a few megabytes per origin. */
const maxLetters = 1_000_000

/** This tab's saved list for this buyer, which survives a reload. */
export const readDraft = (whose: string): Draft => {
  try {
    return parseStored(sessionStorage.getItem(prefix + whose), Draft, { lines: [], sources: [] })
  } catch {
    return { lines: [], sources: [] }
  }
}

export const saveDraft = (
  whose: string,
  { lines, sources }: { lines: Draft['lines']; sources: OrderSource[] },
): void => {
  try {
    if (lines.length === 0 && sources.length === 0) return sessionStorage.removeItem(prefix + whose)
    const written = lines.map((line) => z.parse(SavedLine, line))
    const whole = JSON.stringify({ lines: written, sources })
    const without = () =>
      JSON.stringify({ lines: written, sources: sources.map((source) => ({ ...source, sheets: [] })) })
    sessionStorage.setItem(prefix + whose, whole.length <= maxLetters ? whole : without())
  } catch {
    // Storage is full or blocked: the list lasts only as long as the page.
  }
}

onSignOut(() => {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // With blocked storage there is nothing to remove.
  }
})
