import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { Id, IdParams, Message, Moment } from '#shared/wire.ts'
import { Facets } from './facet-shapes.ts'
import { Favorite } from './favorite-shapes.ts'
import { PriceSource, PriceTier } from './price-shapes.ts'
import { NewReview, Review, ReviewPage } from './review-shapes.ts'

/** The contract price of one customer’s business. */
export const ContractPrice = z.object({
  userId: z.string(),
  email: z.string(),
  company: z.string(),
  name: z.string(),
  price: z.number(),
})
export type ContractPrice = z.infer<typeof ContractPrice>

/** What a card of the listing needs; lists of prices and favourites hold only what the caller may see. */
export const ProductCard = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  ndcNumber: z.string(),
  dummyNDC: z.boolean(),
  manufacturer: z.string(),
  category: z.string(),
  image: z.string(),
  /** Null where the wholesaler hides prices from visitors (setting PRICES). */
  price: z.nullable(z.number()),
  countInStock: z.number(),
  unitOfMeasure: z.string(),
  isNonStocked: z.boolean(),
  coldStatus: z.string(),
  /** `CII` to `CV`; empty where the product is not known to be controlled. */
  deaSchedule: z.string(),
  /** How many pieces, millilitres or grams (`packUnit`) the package holds; null where that is not known. */
  packQuantity: z.nullable(z.number()),
  packUnit: z.string(),
  /** What one order may hold of it; null where nothing is said. */
  orderMinimum: z.nullable(z.number()),
  orderMaximum: z.nullable(z.number()),
  /** Sold in whole multiples of so many pieces. */
  orderMultiple: z.nullable(z.number()),
  /** Each business may order only so much of it in a month. */
  isAllocated: z.boolean(),
  isPublished: z.boolean(),
  /** Only some businesses see it; said to the staff alone. */
  isRestricted: z.optional(z.boolean()),
  rating: z.number(),
  numReviews: z.number(),
  favBy: z.array(z.string()),
  /** The caller's business ordered it before; only searches and listings say so. */
  isOrderedBefore: z.optional(z.boolean()),
  /** How its strength, release or container differs from what was searched for: `10 times stronger than 1:10,000`. */
  strengthNote: z.optional(z.string()),
  customPricingList: z.array(ContractPrice),
  /** What larger quantities cost by the caller's contract, from the smallest on; left out where all cost the same. */
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
  gtin: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  customPricingListTrulla: z.array(ContractPrice),
  /** Of which contract the caller's price is; left out where it is the list price. */
  priceSource: z.optional(PriceSource),
  createdAt: Moment,
  updatedAt: Moment,
  __v: z.number(),
})
export type Product = z.infer<typeof Product>

export const pageSizes = [12, 24, 36] as const
export const sortOrders = ['newest', 'lowest', 'highest', 'toprated', 'featured'] as const

/** What an admin looks for to put in order; nobody else's search knows it. */
export const worklists = ['all', 'drafts', 'soldout', 'unpriced', 'unpictured'] as const

/** What a filter holds when it does not filter. */
export const everything = 'all'

export const maxFilterLength = 200

/** A filter never fails a listing: what cannot be read falls back to its default, what is too long is cut. */
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

/** As `filterText`, and what does not have this form is no filter. */
const filterLike = (form: RegExp) => {
  const isOne = z.transform((text: string) => (form.test(text) ? text : everything))
  return z.catch(z._default(z.pipe(z.string().check(z.trim()), isOne), everything), everything)
}

/** The listing's filters: the address bar, the request and the SQL all speak this one type. */
export const ProductSearch = z.object({
  category: filterText,
  query: filterText,
  /** `min-max` in dollars; either may be missing. */
  price: filterLike(/^(?=.*\d)\d{0,9}(?:\.\d{1,4})?-\d{0,9}(?:\.\d{1,4})?$/),
  /** The least rating. */
  rating: filterLike(/^\d(?:\.\d{1,2})?$/),
  order: z.catch(z._default(z.enum(sortOrders), 'newest'), 'newest'),
  /** A number past the end means the last page. */
  page: z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1)), 1), 1),
  viewCount: z.catch(z._default(z.pipe(z.coerce.number(), z.literal(pageSizes)), 12), 12),
  cold: z.catch(z._default(z.stringbool(), false), false),
  /** The caller's own favourites only. */
  favourites: z.catch(z._default(z.stringbool(), false), false),
  worklist: z.catch(z._default(z.enum(worklists), 'all'), 'all'),
  manufacturer: filterText,
  /** One of the dosage forms that facets name, e.g. `Tablet`. */
  form: filterText,
  /** `CII` to `CV`. */
  schedule: filterText,
  /** `Refrigerated` or `Frozen`. */
  storage: filterText,
  /** Containers by contents, as facets name them, e.g. `10 x 2 mL` or `100 ct`. */
  pack: filterText,
  /** Only what the caller's business has a contract price for today. */
  contract: z.catch(z._default(z.stringbool(), false), false),
  /** What can be ordered at once only. */
  stock: z.catch(z._default(z.stringbool(), false), false),
})
export type ProductSearch = z.infer<typeof ProductSearch>

/** What an answer to a text says beside its products; empty where there is nothing to say. */
const Remarks = z.object({
  /** The text that was searched for instead, because nothing matches as typed and only this can be meant. */
  meant: z.string(),
  /** Texts of which one may be meant, where it would be a guess; none was searched for. */
  offers: z.array(z.string()),
  /** The name of a drug that was asked for and that the catalog does not have; `atropine alone` where it has mixtures with it. */
  notCarried: z.string(),
  /** The generic name of the products shown for it, because they are the same drug; else there are none. */
  sameGeneric: z.string(),
  /** The generic name of what is not carried, where the catalog has it in other forms or strengths only, of which none is shown. */
  otherForms: z.string(),
  /** The strength or the pack that was asked for, where the products shown are the same drug in others. */
  lacking: z.string(),
  /** To be said before the products: the strength that was asked for is not among them, or the text may mean several things. */
  warning: z.string(),
})
export type Remarks = z.infer<typeof Remarks>

export const ProductPage = z.extend(Remarks, {
  products: z.array(ProductCard),
  countProducts: z.number(),
  pages: z.number(),
  /** The page answered: a number past the end is answered with the last page. */
  page: z.number(),
})
export type ProductPage = z.infer<typeof ProductPage>

/** What the search box offers while somebody types. */
const Suggestions = z.extend(Remarks, {
  /** At most eight, the best first. */
  products: z.array(ProductCard),
})

/** The same drug by its generic name, form and route; what is not known of a product makes it none. */
const SameDrug = z.object({
  /** Of the same maker and strength. */
  packs: z.array(ProductCard),
  /** Of the same strength. */
  makers: z.array(ProductCard),
  strengths: z.array(ProductCard),
  /** The reason of the caller's business, where it wants no other maker's product offered; else empty. */
  refusedFor: z.string(),
})

const maxSoldOut = 500

/** What can be had in place of products that are sold out: the same drug, strength, form and route, in stock. */
const Equivalents = z.object({
  /** Why nothing is offered: the reason of the caller's business; empty where it may be. */
  refusedFor: z.string(),
  /** By the product that is sold out; one without any is left out. */
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
  }),
  removeFavourite: put('/api/products/remFav', {
    access: 'buyer',
    summary: 'Remove a product from the caller’s favorites',
    body: Favorite,
    reply: Message,
  }),
  reviews: get('/api/products/:id/reviews', {
    access: 'anyone',
    summary: 'Reviews of a product, latest first, and the caller’s own',
    params: IdParams,
    query: z.object({ page: z.catch(z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1), 1) }),
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
  }),
}
