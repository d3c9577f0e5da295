import * as z from 'zod/mini'
import { Audience, AudienceChange, AudienceSummary } from '#customers/audience/audience-shapes.ts'
import { PriceSource } from '#catalog/price-shapes.ts'
import { maxDollars } from '#shared/read-number.ts'
import { plausibleDay } from '#shared/plausible-day.ts'
import { Id, requiredText, text } from '#shared/wire.ts'

export const maxLists = 1_000

const Day = (label: string) => plausibleDay(`${label} must be a date, such as 2026-11-27.`)

const listFacts = {
  name: requiredText(120, 'The name'),
  contractNumber: text(60, 'The contract number'),
  /** Prices in other currencies are stored but never apply. */
  currency: z.literal('USD', 'The currency must be USD.'),
  validFrom: Day('Valid from'),
  validTo: z.nullable(Day('Valid to')),
  priority: z
    .int('The priority must be a whole number.')
    .check(z.gte(-1_000, 'The priority must be at least -1,000.'), z.lte(1_000, 'The priority must be at most 1,000.')),
}

const isInOrder = ({ validFrom, validTo }: { validFrom: string; validTo: string | null }): boolean =>
  validTo === null || validTo >= validFrom
const endsEarly = { error: 'The end date is before the start date. Change one of them.', path: ['validTo'] }

export const NewPriceList = z.object(listFacts).check(z.refine(isInOrder, endsEarly))
export type NewPriceList = z.infer<typeof NewPriceList>

export const PriceListChange = z
  .object({
    ...listFacts,
    userIds: AudienceChange.shape.userIds,
    groupIds: AudienceChange.shape.groupIds,
    __v: z.number(),
  })
  .check(z.refine(isInOrder, endsEarly))
export type PriceListChange = z.infer<typeof PriceListChange>

export const PriceListRow = z.object({
  _id: z.string(),
  name: z.string(),
  contractNumber: z.string(),
  validFrom: z.string(),
  validTo: z.nullable(z.string()),
  priority: z.number(),
  products: z.number(),
  ...AudienceSummary.shape,
  state: z.enum(['current', 'future', 'ended']),
})
export type PriceListRow = z.infer<typeof PriceListRow>

export const PriceList = z.object({
  ...listFacts,
  currency: z.string(),
  _id: z.string(),
  state: PriceListRow.shape.state,
  ...Audience.shape,
  products: z.number(),
})
export type PriceList = z.infer<typeof PriceList>

export const PriceListEntry = z.object({
  productId: z.string(),
  name: z.string(),
  ndcNumber: z.string(),
  listPrice: z.number(),
  fromQuantity: z.number(),
  price: z.nullable(z.number()),
  percentOff: z.nullable(z.number()),
  /** The price today. */
  paid: z.number(),
})
export type PriceListEntry = z.infer<typeof PriceListEntry>

const Percent = z
  .number('Percent off must be a number from 0 to 100.')
  .check(
    z.gte(0, 'Percent off must be a number from 0 to 100.'),
    z.lte(100, 'Percent off must be a number from 0 to 100.'),
    z.multipleOf(0.01, 'Percent off can have at most two decimals.'),
  )

const amountMessage = 'Price must be a number of at least 0.'

/** Sets an entry, or removes it if both price and percentage are null. */
export const EntryChange = z
  .object({
    productId: Id,
    fromQuantity: z
      .int('The quantity must be a whole number.')
      .check(z.gte(1, 'The quantity must be at least 1.'), z.lte(9_999, 'The quantity must be at most 9,999.')),
    price: z.nullable(z.number(amountMessage).check(z.gte(0, amountMessage), z.lte(maxDollars, 'Price is too large.'))),
    percentOff: z.nullable(Percent),
  })
  .check(
    z.refine(({ price, percentOff }) => price === null || percentOff === null, {
      error: 'Send either a price or a percentage.',
    }),
  )
export type EntryChange = z.infer<typeof EntryChange>

export const Simulation = z.object({
  listPrice: z.number(),
  /** The unit price and its contract. */
  price: z.number(),
  source: z.nullable(PriceSource),
  /** All prices considered, in order of precedence. */
  considered: z.array(
    z.object({
      name: z.string(),
      contractNumber: z.string(),
      /** Null for the business's own price. */
      priceListId: z.nullable(z.string()),
      nearness: z.enum(['own', 'business', 'group', 'class']),
      priority: z.number(),
      validFrom: z.nullable(z.string()),
      validTo: z.nullable(z.string()),
      tiers: z.array(z.object({ fromQuantity: z.number(), price: z.number(), percentOff: z.nullable(z.number()) })),
      verdict: z.enum(['decides', 'belowLowestTier', 'laterInOrder', 'notOnThatDay']),
    }),
  ),
})
export type Simulation = z.infer<typeof Simulation>
