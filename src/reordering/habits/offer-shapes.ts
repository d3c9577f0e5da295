import * as z from 'zod/mini'
import { ProductCard } from '#catalog/contract.ts'
import { Moment } from '#shared/wire.ts'

/** The business has not ordered it lately; the reason says why it is suggested. */
export const SuggestedProduct = z.extend(ProductCard, { reason: z.string() })
export type SuggestedProduct = z.infer<typeof SuggestedProduct>

const lastOrder = { lastQuantity: z.number(), lastAt: Moment }

/** Due for reorder: usually ordered every so many days. */
export const DueProduct = z.extend(ProductCard, { ...lastOrder, usualDays: z.number() })
export type DueProduct = z.infer<typeof DueProduct>

/** Ordered more than once; `orders` counts the latest orders that have it. */
export const BoughtProduct = z.extend(ProductCard, { ...lastOrder, orders: z.number() })
export type BoughtProduct = z.infer<typeof BoughtProduct>

/** The last order is null if none of the latest orders has it. */
export const FavoriteProduct = z.extend(ProductCard, {
  lastQuantity: z.nullable(z.number()),
  lastAt: z.nullable(Moment),
})
export type FavoriteProduct = z.infer<typeof FavoriteProduct>
