import { useState } from 'react'
import type { ProductCard } from '#catalog/contract.ts'
import { startReader } from '#imports/web/sheet-reader.ts'
import { ApiError } from '#web/api-error.ts'
import type { OrderColumnMap } from '../order-sheet/find-columns.ts'
import type { LeftOut, OrderReading } from '../order-sheet/read-order-sheet.ts'
import { columnName, type SourceSheet } from '../order-sheet/source-sheet.ts'
import type { OrderSource } from './quick-draft.ts'
import type { QuickOrder } from './use-quick-order.ts'
import * as z from 'zod/mini'
import { session } from '#web/session.ts'
import { readStored, writeStored } from '#web/storage.ts'

interface NewSource {
  name: string
  sheets: readonly SourceSheet[]
  /** The source whose lines are replaced. */
  replaces?: number | undefined
  /** The pasted text, to restore it if reading fails. */
  text?: string
}

interface Choice {
  sheet?: number | undefined
  columns?: OrderColumnMap | undefined
}

export interface SourceQuestion {
  source: NewSource
  reading: OrderReading
}

/** Loaded on demand, with the parsing code. */
const loadReader = async () => ({
  ...(await import('../order-sheet/read-order-sheet.ts')),
  ...(await import('../order-sheet/paste-rows.ts')),
})

/** Reads files and pasted lists into a quick order, and asks the user if the columns are ambiguous. */
export const useOrderSource = (order: QuickOrder) => {
  const [question, setQuestion] = useState<SourceQuestion | null>(null)
  const [isReading, setIsReading] = useState(false)

  const read = async (source: NewSource, choice: Choice = {}): Promise<void> => {
    const { readOrderSheets } = await loadReader()
    const known = { ...choice, remembered: choice.columns ? undefined : chosenColumns }
    const reading = readOrderSheets(source.sheets, known)
    if (!reading.isSure && !reading.dependsOnPacks) return setQuestion({ source, reading })
    const { added, leftOut } = linesOf(reading, order)
    const check = await order.ask([...order.current(), ...added])
    const packsOf = (code: string) => packsIn(check.products.get(code))
    const again = choice.columns ? reading : readOrderSheets(source.sheets, { ...known, packsOf })
    if (!again.isSure) return setQuestion({ source, reading: again })
    setQuestion(null)
    const isSame = JSON.stringify(again.lines) === JSON.stringify(reading.lines)
    const other = isSame ? { added, leftOut } : linesOf(again, order)
    const checked = isSame ? check : await order.ask([...order.current(), ...other.added])
    order.put(
      {
        name: source.name,
        sheets: source.sheets,
        sheet: again.sheet,
        quantityColumn: quantityName(again),
        lineCount: other.added.length,
        leftOut: other.leftOut,
      },
      { added: other.added, check: checked, replaces: source.replaces },
    )
  }

  /** Resolves with null on success or a column question, otherwise with the error message. */
  const tryTo = async (work: () => Promise<void>): Promise<string | null> => {
    setIsReading(true)
    try {
      await work()
      return null
    } catch (error) {
      return error instanceof ApiError || error instanceof Error
        ? error.message
        : 'This could not be read. Try another file, or paste the lines.'
    } finally {
      setIsReading(false)
    }
  }

  return {
    question,
    isReading,
    readText: (text: string) =>
      tryTo(async () => read({ name: 'Pasted lines', sheets: [(await loadReader()).rowsOfText(text)], text })),
    readFile: (file: File) => tryTo(async () => read({ name: file.name, sheets: await sheetsOf(file) })),
    readScan: (code: string) =>
      tryTo(async () => {
        const { readOrderSheets, rowsOfScans } = await loadReader()
        const [line] = readOrderSheets([rowsOfScans([code])]).lines
        if (line) order.add({ ...line, text: '', at: 0 })
      }),
    /** Other columns or another sheet of a source that was read before. */
    ask: async ({ id, name, sheets, sheet }: OrderSource, chosen = sheet) => {
      const { readOrderSheets } = await loadReader()
      const source = { name, sheets, ...(chosen === sheet && { replaces: id }) }
      setQuestion({ source, reading: readOrderSheets(sheets, { sheet: chosen, remembered: chosenColumns }) })
    },
    /** Another sheet while the question is open. */
    turnTo: async (sheet: number) => {
      if (!question) return
      const { readOrderSheets } = await loadReader()
      setQuestion({ ...question, reading: readOrderSheets(question.source.sheets, { sheet }) })
    },
    answer: (columns: OrderColumnMap) =>
      tryTo(async () => {
        if (!question) return
        saveColumns(question.reading.signature, columns)
        await read(question.source, { sheet: question.reading.sheet, columns })
      }),
    cancel: () => setQuestion(null),
  }
}
export type OrderSourceReader = ReturnType<typeof useOrderSource>

const maxBytes = 5 * 1024 * 1024

const sheetsOf = async (file: File): Promise<readonly SourceSheet[]> => {
  if (file.size > maxBytes)
    throw new Error('This file is larger than 5 MB. Save only the order lines in a file and upload that.')
  const reader = startReader()
  try {
    return await reader.raw(file)
  } finally {
    reader.close()
  }
}

/** As many lines as fit into the list; the others are reported as left out. */
const linesOf = ({ lines, leftOut }: OrderReading, { room: left, numbered }: QuickOrder) => {
  const room = left()
  if (lines.length > 0 && room <= 0)
    throw new Error('A quick order can have at most 1,000 lines. Add these to the cart first.')
  const past = lines.slice(room).map(({ at, text }): LeftOut => ({ what: 'pastLimit', at, text }))
  return {
    added: numbered(lines.slice(0, room).map((line) => ({ ...line, source: 0 }))),
    leftOut: [...leftOut, ...past],
  }
}

const quantityName = ({ columns, headers }: OrderReading): string => {
  if (!columns || columns.quantity === null) return ''
  return headers[columns.quantity] || columnName(columns.quantity)
}

/** The numbers that describe a package: its quantity and the numbers in its name. */
const packsIn = (product: ProductCard | undefined): number[] => {
  if (!product) return []
  const [, described = ''] = /,([^,]*)$/.exec(product.name) ?? []
  const said = [...described.matchAll(/\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', '')))
  return [...(product.packQuantity === null ? [] : [product.packQuantity]), ...said]
}

const Choices = z.array(
  z.object({
    userId: z.string(),
    signature: z.string(),
    columns: z.object({ code: z.number(), quantity: z.nullable(z.number()), unit: z.nullable(z.number()) }),
  }),
)

const storedUnder = 'orderColumns'
const maxStored = 100

const choices = () => readStored(storedUnder, Choices, [])
const userId = (): string => session().user?._id ?? ''

/** The user's column choice for files with these headers, stored in this browser. */
const chosenColumns = (signature: string): OrderColumnMap | undefined =>
  choices().find((one) => one.userId === userId() && one.signature === signature)?.columns

const saveColumns = (signature: string, columns: OrderColumnMap): void => {
  if (signature === '') return
  const others = choices().filter((one) => one.userId !== userId() || one.signature !== signature)
  writeStored(storedUnder, [{ userId: userId(), signature, columns }, ...others].slice(0, maxStored))
}
