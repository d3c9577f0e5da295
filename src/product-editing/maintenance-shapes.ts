import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { IdParams, Message, Moment, requiredText, text } from '#shared/wire.ts'
import { Product } from '#catalogue/contract.ts'

/** How long the facts of a product may be, whoever writes them. */
export const mostLetters = {
  name: 500,
  genericName: 2_500,
  ndcNumber: 60,
  manufacturer: 300,
  brand: 300,
  category: 100,
  description: 10_000,
  unitOfMeasure: 60,
  slug: 200,
  image: 500,
} as const

export const mostPieces = 100_000_000
const mostDollars = 9_999_999.99
export const mostAgreedPrices = 10_000

const amountMessage = 'Price must be a number of at least 0.'
const piecesMessage = 'Count in stock must be a whole number of at least 0.'

const Dollars = z.number(amountMessage).check(z.gte(0, amountMessage), z.lte(mostDollars, 'Price is too large.'))

const Pieces = z
  .number(piecesMessage)
  .check(z.int(piecesMessage), z.gte(0, piecesMessage), z.lte(mostPieces, 'Count in stock is too large.'))

/** As the ERP and old sheets write it: `true`, `Refrigerated`, `yes` … */
export const coldStatuses = ['', 'Refrigerated', 'Frozen'] as const
const ColdStatus = z.pipe(
  z.union([z.boolean(), z.string()]),
  z.transform((given, context) => {
    const status = coldStatusOf(typeof given === 'boolean' ? String(given) : given)
    if (status !== null) return status
    context.issues.push({
      code: 'custom',
      message: 'Cold status must be empty, Refrigerated or Frozen.',
      input: given,
    })
    return z.NEVER
  }),
)

export const coldStatusOf = (written: string): (typeof coldStatuses)[number] | null => {
  const word = written.trim().toLowerCase()
  if (['', 'false', 'no', 'n', '0', 'none', '-', 'room temperature'].includes(word)) return ''
  if (['true', 'yes', 'y', '1', 'x', 'r', 'cold', 'refrigerated'].includes(word)) return 'Refrigerated'
  return ['frozen', 'f'].includes(word) ? 'Frozen' : null
}

/** Only pictures that this portal serves: an address elsewhere would tell that site who looks at what. */
const Picture = text(mostLetters.image, 'Image').check(
  z.regex(/^$|^\/(?!\/)[\w\-./%?=]*$/, 'Image must be a picture that was uploaded here.'),
)

/** An entry of a price list; the customer is named by id, or by e-mail where an old list has no ids. */
export const AgreedPrice = z.object({
  userId: z._default(z.string().check(z.maxLength(36)), ''),
  email: z._default(z.string().check(z.maxLength(254)), ''),
  price: Dollars,
})
export type AgreedPrice = z.infer<typeof AgreedPrice>

const PriceList = z
  .array(AgreedPrice)
  .check(z.maxLength(mostAgreedPrices, 'A list holds at most 10,000 custom prices.'))

/** Every field of a product that an admin can set; what is left out stays. Marks and ratings are the buyers'. */
export const ProductEdit = z.object({
  name: z.optional(requiredText(mostLetters.name, 'Material Description')),
  slug: z.optional(
    text(mostLetters.slug, 'Slug').check(z.regex(/^[\w.-]*$/, 'Slug may hold letters, digits, dots and dashes only.')),
  ),
  ndcNumber: z.optional(requiredText(mostLetters.ndcNumber, 'NDC number')),
  dummyNDC: z.optional(z.boolean()),
  manufacturer: z.optional(text(mostLetters.manufacturer, 'Manufacturer')),
  category: z.optional(requiredText(mostLetters.category, 'Category')),
  brand: z.optional(text(mostLetters.brand, 'Brand')),
  genericName: z.optional(text(mostLetters.genericName, 'Generic name')),
  description: z.optional(requiredText(mostLetters.description, 'Description')),
  image: z.optional(Picture),
  images: z.optional(z.array(Picture).check(z.maxLength(12, 'A product has at most 12 pictures.'))),
  price: z.optional(Dollars),
  countInStock: z.optional(Pieces),
  /** The count that the editor loaded: only the difference is applied, so that orders in between are not undone. */
  countInStockLoaded: z.optional(Pieces),
  stockReason: z.optional(text(300, 'The reason')),
  unitOfMeasure: z.optional(requiredText(mostLetters.unitOfMeasure, 'Base UoM')),
  isNonStocked: z.optional(z.boolean()),
  coldStatus: z.optional(ColdStatus),
  isPublished: z.optional(z.boolean()),
  customPricingList: z.optional(PriceList),
  customPricingListTrulla: z.optional(PriceList),
  __v: z.int('The version (__v) that was loaded is required.'),
})
export type ProductEdit = z.infer<typeof ProductEdit>

const Done = z.extend(Message, { product: Product })

export const StockMovement = z.object({
  _id: z.string(),
  quantity: z.number(),
  /** The count right after it. */
  countAfter: z.number(),
  reason: z.string(),
  note: z.string(),
  by: z.string(),
  orderId: z.nullable(z.string()),
  orderIdSap: z.nullable(z.string()),
  createdAt: Moment,
})
export type StockMovement = z.infer<typeof StockMovement>

const StockLedger = z.object({
  name: z.string(),
  countInStock: z.number(),
  isNonStocked: z.boolean(),
  movements: z.array(StockMovement),
  /** Where the older ones begin, or null. */
  next: z.nullable(z.string()),
})

/** One price of one customer, as the customer's own page lists it. */
export const CustomerPrice = z.object({
  productId: z.string(),
  name: z.string(),
  ndcNumber: z.string(),
  list: z.enum(['general', 'trulla']),
  listPrice: z.number(),
  price: z.number(),
  isPublished: z.boolean(),
})
export type CustomerPrice = z.infer<typeof CustomerPrice>

export const CustomerPrices = z.object({
  customer: z.object({ _id: z.string(), companyName: z.string(), name: z.string(), email: z.string() }),
  prices: z.array(CustomerPrice),
  count: z.number(),
})
export type CustomerPrices = z.infer<typeof CustomerPrices>

export const verdicts = ['new', 'changed', 'unchanged', 'refused'] as const

/** What an import does, or would do, with one row of the sheet. */
export const RowVerdict = z.object({
  row: z.number(),
  verdict: z.enum(verdicts),
  ndcNumber: z.string(),
  name: z.string(),
  reason: z.optional(z.string()),
  changes: z.optional(z.array(z.object({ field: z.string(), before: z.string(), after: z.string() }))),
  /** The count that the preview saw; sent back so that orders in between are not undone. */
  count: z.optional(z.number()),
})
export type RowVerdict = z.infer<typeof RowVerdict>

export const ImportAnswer = z.extend(Message, {
  counts: z.object({ new: z.number(), changed: z.number(), unchanged: z.number(), refused: z.number() }),
  rows: z.array(RowVerdict),
})
export type ImportAnswer = z.infer<typeof ImportAnswer>

export const mostRowsAtOnce = 10_000

const ImportHow = z.object({
  /** Says what would happen and writes nothing. */
  preview: z._default(z.stringbool(), false),
  /** Whether new products can be ordered at once, where the sheet does not say. */
  publish: z._default(z.stringbool(), true),
  /** The run and the part of it: a part that was applied is answered again and not applied again. */
  run: z.optional(z.uuid('The run is not an id.')),
  part: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000))),
  /** Whether NDCs of digits alone have 11 in this file: then shorter ones have lost their zeros. */
  elevenDigits: z.optional(z.stringbool()),
})
export type ImportHow = z.infer<typeof ImportHow>

const PriceFile = z.object({
  csv: z.string('The file is required.').check(z.maxLength(4_000_000, 'The file is too large.')),
})

const PriceImportAnswer = z.extend(Message, {
  set: z.number(),
  unchanged: z.number(),
  refused: z.array(z.object({ row: z.number(), reason: z.string() })),
})

export const maintenance = {
  create: post('/api/products', {
    access: 'admin',
    summary: 'Creates an empty product, as a draft',
    reply: z.extend(Done, { _id: z.string() }),
    status: 201,
  }),
  update: put('/api/products/:id', {
    access: 'admin',
    summary: 'Changes a product; the version that was loaded (__v) must be the current one',
    params: IdParams,
    body: ProductEdit,
    reply: Done,
  }),
  remove: del('/api/products/:id', {
    access: 'admin',
    summary: 'Takes a product out of the catalogue; orders keep it',
    params: IdParams,
    reply: Message,
  }),
  upload: post('/api/uploads/local', {
    access: 'admin',
    summary: 'Takes a picture (multipart, field image: PNG, JPEG or WebP) and answers its address',
    reply: z.object({ secure_url: z.string() }),
  }),
  importProducts: post('/api/products/importProducts', {
    access: 'admin',
    summary: 'Creates and changes products by NDC from the rows of a sheet, all of one call or none',
    query: ImportHow,
    body: z.union([z.string(), z.array(z.unknown())], 'The rows must be a JSON array.'),
    reply: ImportAnswer,
  }),
  stock: get('/api/products/:id/stock', {
    access: 'admin',
    summary: 'Every change of a product’s stock, the latest first',
    params: IdParams,
    query: z.object({ before: z.optional(z.uuid('This is not a known id.')) }),
    reply: StockLedger,
  }),
  correctStock: post('/api/products/:id/stock', {
    access: 'admin',
    summary: 'Corrects the stock by some pieces, with a reason',
    params: IdParams,
    body: z.object({
      quantity: z
        .number('Say by how many pieces.')
        .check(
          z.int('Whole pieces only.'),
          z.gte(-mostPieces, 'Too many pieces.'),
          z.lte(mostPieces, 'Too many pieces.'),
        ),
      reason: requiredText(300, 'A reason'),
    }),
    reply: z.extend(Message, { countInStock: z.number() }),
  }),
  productPricesFile: get('/api/products/:id/prices.csv', {
    access: 'admin',
    summary: 'All custom prices of a product as CSV',
    params: IdParams,
    reply: z.unknown(),
  }),
  importProductPrices: post('/api/products/:id/prices', {
    access: 'admin',
    summary: 'Sets custom prices of a product from CSV: Email, Price, List',
    params: IdParams,
    body: PriceFile,
    reply: PriceImportAnswer,
  }),
  customerPrices: get('/api/users/:id/prices', {
    access: 'admin',
    summary: 'All custom prices of a customer',
    params: IdParams,
    query: z.object({
      query: z._default(z.string().check(z.maxLength(200)), ''),
      page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1),
    }),
    reply: CustomerPrices,
  }),
  customerPricesFile: get('/api/users/:id/prices.csv', {
    access: 'admin',
    summary: 'All custom prices of a customer as CSV',
    params: IdParams,
    reply: z.unknown(),
  }),
  importCustomerPrices: post('/api/users/:id/prices', {
    access: 'admin',
    summary: 'Sets custom prices of a customer from CSV: NDC Number, Price, List',
    params: IdParams,
    body: PriceFile,
    reply: PriceImportAnswer,
  }),
  setCustomerPrice: put('/api/users/:id/prices', {
    access: 'admin',
    summary: 'Sets or removes (null) one custom price of a customer',
    params: IdParams,
    body: z.object({
      productId: z.uuid('This is not a known id.'),
      list: z.enum(['general', 'trulla']),
      price: z.nullable(Dollars),
    }),
    reply: Message,
  }),
}
