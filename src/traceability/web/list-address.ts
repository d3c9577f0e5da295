import * as z from 'zod/mini'
import { PageNumber } from '#shared/page-number.ts'

/** The page of a list that is not counted. */
export const ListAddress = z.object({
  page: PageNumber,
})
