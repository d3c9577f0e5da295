import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { Email, Id, IdParams, Message, Moment } from '#shared/wire.ts'
import { PriceSource, PriceTier } from './price-shapes.ts'
import { NewReview, Review, ReviewPage } from './review-shapes.ts'
import { PageNumber } from '#shared/page-number.ts'

/** How many of the matching products have this value. */
const FacetCount = z.object({ value: z.string(), count: z.number() })

/** Filter counts. Each facet is counted with all filters except its own. */
export const Facets = z.object({
  category: z.array(FacetCount),
  manufacturer: z.array(FacetCount),
  form: z.array(FacetCount),
  schedule: z.array(FacetCount),
  storage: z.array(FacetCount),
  pack: z.array(FacetCount),
  refrigerated: z.number(),
  inStock: z.number(),
})
export type Facets = z.infer<typeof Facets>

/** The email is required and must be the caller's own. */
const Favorite = z.object({
  slug: z.string('slug is required.').check(z.minLength(1, 'slug is required.'), z.maxLength(300)),
  email: Email,
})

/** The contract price of one customer’s business. */
export const ContractPrice = z.object({
  userId: z.string(),
  email: z.string(),
  company: z.string(),
  name: z.string(),
  price: z.number(),
})
export type ContractPrice = z.infer<typeof ContractPrice>

/** A product card in a listing. Price and favorite lists contain only what the caller may see. */
export const ProductCard = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  ndcNumber: z.string(),
  dummyNDC: z.boolean(),
  manufacturer: z.string(),
  category: z.string(),
  image: z.string(),
  /** Null if the wholesaler hides prices from visitors (setting PRICES). */
  price: z.nullable(z.number()),
  countInStock: z.number(),
  unitOfMeasure: z.string(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  /** `CII` to `CV`; empty if the product is not known to be controlled. */
  deaSchedule: z.string(),
  /** Not sold until it is known whether the product is controlled; omitted unless the portal requires that. */
  isScheduleUnknown: z.optional(z.boolean()),
  /** Number of pieces, milliliters or grams (see `packUnit`) in the package; null if unknown. */
  packQuantity: z.nullable(z.number()),
  packUnit: z.string(),
  /** Quantity limits per order; null means no limit. */
  orderMinimum: z.nullable(z.number()),
  orderMaximum: z.nullable(z.number()),
  /** Orders must be a multiple of this number of pieces. */
  orderMultiple: z.nullable(z.number()),
  /** Each business has a monthly limit for this product. */
  isAllocated: z.boolean(),
  /** The wholesaler does not sell it for now. */
  isOnHold: z.boolean(),
  isPublished: z.boolean(),
  /** Only some businesses can see the product. Sent to staff only. */
  isRestricted: z.optional(z.boolean()),
  rating: z.number(),
  numReviews: z.number(),
  favBy: z.array(z.string()),
  /** The caller's business ordered it before. Set by searches and listings only. */
  isOrderedBefore: z.optional(z.boolean()),
  /** The day of that order, as 2026-11-24; omitted if it is not among the business's latest. */
  lastOrderedOn: z.optional(z.string()),
  /** How its strength, release or container differs from the search, such as `10 times stronger than 1:10,000`. */
  strengthNote: z.optional(z.string()),
  customPricingList: z.array(ContractPrice),
  /** Quantity breaks of the caller's contract in ascending order; omitted if there are none. */
  priceTiers: z.optional(z.array(PriceTier)),
})
export type ProductCard = z.infer<typeof ProductCard>

export const Product = z.extend(ProductCard, {
  brand: z.string(),
  genericName: z.string(),
  strength: z.string(),
  dosageForm: z.string(),
  route: z.string(),
  packSize: z.string(),
  dispensing: z.string(),
  /** Where the DEA schedule, or that there is none, is known from; empty if unknown. */
  scheduleSource: z.string(),
  /** For admins only, like the six facts below. When an admin confirmed the schedule; null if none did. */
  scheduleConfirmedAt: z.optional(z.nullable(Moment)),
  scheduleConfirmedBy: z.optional(z.string()),
  /** Null if unknown or not controlled. */
  isNarcotic: z.optional(z.nullable(z.boolean())),
  /** Controlled products of one family are counted together; empty if unknown. */
  drugFamily: z.optional(z.string()),
  /** Base units of the family in one unit of measure, such as tablets or milligrams; null if unknown. */
  baseUnits: z.optional(z.nullable(z.number())),
  isListOne: z.optional(z.boolean()),
  /** Whether the DSCSA applies; null if unknown. */
  needsTrace: z.optional(z.nullable(z.boolean())),
  gtin: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  customPricingListTrulla: z.array(ContractPrice),
  /** The contract behind the caller's price; omitted if the list price applies. */
  priceSource: z.optional(PriceSource),
  createdAt: Moment,
  updatedAt: Moment,
  __v: z.number(),
})
export type Product = z.infer<typeof Product>

export const pageSizes = [12, 24, 36] as const
export const sortOrders = ['newest', 'lowest', 'highest', 'toprated', 'featured'] as const

/** Data cleanup lists for admins; ignored for other users. */
export const worklists = ['all', 'drafts', 'soldout', 'unpriced', 'unpictured'] as const

/** The value of an inactive filter. */
export const everything = 'all'

export const maxFilterLength = 200

/** Invalid filters never fail a request: unreadable values fall back to the default and long values are truncated. */
const filterText = z.catch(
  z._default(
    z.pipe(
      z.string(),
      z.transform(
        (typed) =>
          typed
            .replaceAll(/\p{Cc}/gu, ' ')
            .trim()
            .slice(0, maxFilterLength) || everything,
      ),
    ),
    everything,
  ),
  everything,
)

/** Like `filterText`, but ignores values that don't match the pattern. */
const filterLike = (form: RegExp) => {
  const isOne = z.transform((text: string) => (form.test(text) ? text : everything))
  return z.catch(z._default(z.pipe(z.string().check(z.trim()), isOne), everything), everything)
}

/** The listing's filters, shared by the address bar, the request and the query. */
export const ProductSearch = z.object({
  category: filterText,
  query: filterText,
  /** `min-max` in dollars; either bound may be missing. */
  price: filterLike(/^(?=.*\d)\d{0,9}(?:\.\d{1,4})?-\d{0,9}(?:\.\d{1,4})?$/),
  /** Minimum rating. */
  rating: filterLike(/^\d(?:\.\d{1,2})?$/),
  order: z.catch(z._default(z.enum(sortOrders), 'newest'), 'newest'),
  /** A number past the end returns the last page. */
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1)), 1), 1),
  viewCount: z.catch(z._default(z.pipe(z.coerce.number(), z.literal(pageSizes)), 12), 12),
  cold: z.catch(z._default(z.stringbool(), false), false),
  /** Only the caller's favorites. */
  favourites: z.catch(z._default(z.stringbool(), false), false),
  worklist: z.catch(z._default(z.enum(worklists), 'all'), 'all'),
  manufacturer: filterText,
  /** A dosage form as listed in the facets, such as `Tablet`. */
  form: filterText,
  /** `CII` to `CV`. */
  schedule: filterText,
  /** `Refrigerated` or `Frozen`. */
  storage: filterText,
  /** A pack as listed in the facets, such as `10 x 2 mL` or `100 ct`. */
  pack: filterText,
  /** Only products with a contract price for the caller's business today. */
  contract: z.catch(z._default(z.stringbool(), false), false),
  /** Only products that can be ordered now. */
  stock: z.catch(z._default(z.stringbool(), false), false),
})
export type ProductSearch = z.infer<typeof ProductSearch>

/** Remarks on the result of a text search; empty if there are none. */
const Remarks = z.object({
  /** The corrected text that was searched for, if nothing matched as typed and the correction is unambiguous. */
  meant: z.string(),
  /** Possible corrections if the meaning is ambiguous; none of them was searched for. */
  offers: z.array(z.string()),
  /** The requested drug that the catalog does not have. `atropine alone` if only mixtures with it are carried. */
  notCarried: z.string(),
  /** The generic name of the products shown instead because they are the same drug; otherwise empty. */
  sameGeneric: z.string(),
  /** The generic name of a missing drug that is carried only in other forms or strengths, none of which is shown. */
  otherForms: z.string(),
  /** The requested strength or pack that the products shown do not have; they are the same drug in others. */
  lacking: z.string(),
  /** A warning to show before the products: the requested strength is missing, or the text is ambiguous. */
  warning: z.string(),
})
export type Remarks = z.infer<typeof Remarks>

export const ProductPage = z.extend(Remarks, {
  products: z.array(ProductCard),
  countProducts: z.number(),
  pages: z.number(),
  /** The page returned; a number past the end returns the last page. */
  page: z.number(),
})
export type ProductPage = z.infer<typeof ProductPage>

/** Suggestions shown while the user types. */
const Suggestions = z.extend(Remarks, {
  /** At most eight, best match first. */
  products: z.array(ProductCard),
})

/** Products with the same generic name, form and route. Empty if any of these is unknown. */
const SameDrug = z.object({
  /** Same manufacturer and strength. */
  packs: z.array(ProductCard),
  /** Same strength, other manufacturers. */
  makers: z.array(ProductCard),
  strengths: z.array(ProductCard),
  /** Why the caller's business turned off equivalents from other manufacturers; otherwise empty. */
  refusedFor: z.string(),
})

const maxSoldOut = 500

/** In-stock substitutes for products that are out of stock: same drug, strength, form and route. */
const Equivalents = z.object({
  /** Why the caller's business turned off equivalents; otherwise empty. */
  refusedFor: z.string(),
  /** Product ids of the offers by the id of the product that is out of stock; products without offers are omitted. */
  offers: z.record(z.string(), z.array(z.string())),
  products: z.array(ProductCard),
})
export type Equivalents = z.infer<typeof Equivalents>

export const catalog = {
  search: get('/api/products/search', {
    access: 'anyone',
    summary: 'Published products by text, category, price, rating and cold chain',
    query: ProductSearch,
    reply: ProductPage,
  }),
  searchAsAdmin: get('/api/products/searchAsAdmin', {
    access: 'admin',
    summary: 'All products, drafts included',
    query: ProductSearch,
    reply: ProductPage,
  }),
  suggest: get('/api/products/suggest', {
    access: 'anyone',
    summary: 'Suggestions for a search text while it is typed',
    query: z.object({ query: filterText }),
    reply: Suggestions,
  }),
  facets: get('/api/products/facets', {
    access: 'anyone',
    summary: 'The number of products behind each filter; drafts count for admins only',
    query: ProductSearch,
    reply: Facets,
  }),
  categories: get('/api/products/categories', {
    access: 'anyone',
    summary: 'Categories with published products',
    reply: z.array(z.string()),
  }),
  bySlug: get('/api/products/slug/:slug', {
    access: 'anyone',
    summary: 'One product by slug or NDC, with the caller’s custom price',
    params: z.object({ slug: z.string().check(z.minLength(1), z.maxLength(300)) }),
    reply: Product,
  }),
  byId: get('/api/products/:id', {
    access: 'anyone',
    summary: 'One product by id',
    params: z.object({ id: Id }),
    reply: Product,
  }),
  sameDrug: get('/api/products/:id/same-drug', {
    access: 'anyone',
    summary: 'The same drug in other packs, from other manufacturers and in other strengths, in stock first',
    params: z.object({ id: Id }),
    reply: SameDrug,
  }),
  equivalents: post('/api/products/equivalents', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'In-stock equivalents (same drug, strength and form) of products that are out of stock',
    body: z.object({
      ids: z
        .array(Id, 'ids must be a list.')
        .check(z.maxLength(maxSoldOut, `At most ${maxSoldOut} products can be checked at a time.`)),
    }),
    reply: Equivalents,
  }),
  addFavourite: put('/api/products/addFav/true', {
    access: 'buyer',
    summary: 'Add a product to the caller’s favorites',
    body: Favorite,
    reply: Message,
    done: 'Added to your favorites',
  }),
  removeFavourite: put('/api/products/remFav', {
    access: 'buyer',
    summary: 'Remove a product from the caller’s favorites',
    body: Favorite,
    reply: Message,
    done: 'Removed from your favorites',
  }),
  reviews: get('/api/products/:id/reviews', {
    access: 'anyone',
    summary: 'Reviews of a product, latest first, and the caller’s own',
    params: IdParams,
    query: z.object({ page: z.catch(PageNumber, 1) }),
    reply: ReviewPage,
  }),
  review: post('/api/products/:id/reviews', {
    access: 'buyer',
    summary: 'Review a product; a second review replaces the caller’s first',
    params: IdParams,
    body: NewReview,
    reply: z.extend(Message, { review: Review, numReviews: z.number(), rating: z.number() }),
    status: 201,
  }),
  removeReview: del('/api/products/:id/reviews/:reviewId', {
    access: 'signedIn',
    summary: 'Remove the caller’s own review or, for admins, any review',
    params: z.object({ id: Id, reviewId: Id }),
    reply: Message,
    done: 'Review removed',
  }),
}
