import * as z from 'zod/mini'
import { session } from '#web/session.ts'
import { readStored, writeStored } from '#web/storage.ts'
import type { OrderColumnMap } from '../order-sheet/find-columns.ts'

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
export const chosenColumns = (signature: string): OrderColumnMap | undefined =>
  choices().find((one) => one.userId === userId() && one.signature === signature)?.columns

export const saveColumns = (signature: string, columns: OrderColumnMap): void => {
  if (signature === '') return
  const others = choices().filter((one) => one.userId !== userId() || one.signature !== signature)
  writeStored(storedUnder, [{ userId: userId(), signature, columns }, ...others].slice(0, maxStored))
}
