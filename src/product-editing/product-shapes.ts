import * as z from 'zod/mini'
import { fileFormat, listQuery, listShape } from '#shared/filters.ts'
import { Moment } from '#shared/wire.ts'

export const productList = listShape({
  /** `any` is words of name and maker, or a number in any notation; `maker` the beginning of the maker's name. */
  filters: ['any', 'maker', 'price', 'stock', 'published', 'storage', 'lacking'],
  sorts: ['name', 'ndc', 'maker', 'price', 'changed'],
  sort: '-changed',
})

/** What product maintenance shows of a product. */
export const ProductRow = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  ndcNumber: z.string(),
  dummyNDC: z.boolean(),
  manufacturer: z.string(),
  category: z.string(),
  image: z.string(),
  price: z.number(),
  countInStock: z.number(),
  unitOfMeasure: z.string(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  isPublished: z.boolean(),
  contractPrices: z.number(),
  changedAt: Moment,
  /** Who changed it then; null where an import or nobody known did. */
  changedBy: z.nullable(z.string()),
  __v: z.number(),
})
export type ProductRow = z.infer<typeof ProductRow>

export const productQuery = listQuery(productList)
export const productFile = z.extend(z.omit(productQuery, { page: true, pageSize: true }), { format: fileFormat })
