import * as z from 'zod/mini'
import { onSignOut } from '#web/session.ts'
import { parseStored } from '#web/storage.ts'
import type { LeftOut } from '../order-sheet/read-order-sheet.ts'
import type { SourceSheet } from '../order-sheet/source-sheet.ts'
import { WrittenLine } from './quick-line.ts'

/** A file or a list that was read, with what is to be known of it. */
export interface OrderSource {
  id: number
  name: string
  /** Which of its sheets, where it has several. */
  sheet: number
  /** What the quantity's column is called; empty where each line was read on its own. */
  quantityColumn: string
  /** How many lines came of it. */
  lineCount: number
  leftOut: LeftOut[]
  /** To read it again by other columns; none after a reload, where it was too large to keep. */
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

/** Without what the server said of it. */
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
/** What one tab may keep is a few megabytes, for all that it keeps. */
const maxLetters = 1_000_000

/** The list that this tab has for this buyer; a reload does not lose it. */
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
    // Storage is full or forbidden: the list stays as long as the page.
  }
}

onSignOut(() => {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored where storage is forbidden.
  }
})
