import * as z from 'zod/mini'
import { Product } from '#catalog/contract.ts'
import { Audience } from '#customers/audience/audience-shapes.ts'
import { PriceEntry, Dollars, maxContractPrices } from '#pricing/contract.ts'
import { dispensings, gtinOf, packUnits, schedules } from '#catalog/fact-shapes.ts'
import { maxStockPieces } from '#catalog/stock/contract.ts'
import { del, get, post, put } from '#shared/endpoint.ts'
import { IdParams, Message, requiredLines, requiredText, text } from '#shared/wire.ts'
import { RestrictionChange, RestrictionRow } from './restriction-shapes.ts'
import { ManyChange, ManyChanged, productFile, productQuery, ProductRow } from './product-shapes.ts'

/** Maximum lengths of product fields, for all ways to write them. */
export const maxLengths = {
  name: 500,
  genericName: 2_500,
  strength: 200,
  scheduleSource: 200,
  drugFamily: 80,
  dosageForm: 100,
  route: 100,
  packSize: 300,
  ndcNumber: 60,
  manufacturer: 300,
  brand: 300,
  category: 100,
  description: 10_000,
  unitOfMeasure: 60,
  slug: 200,
  image: 500,
} as const

const piecesMessage = 'Count in stock must be a whole number of at least 0.'

export const maxInPack = 999_999_999
const baseUnitsMessage = 'Base units must be a number above 0.'
const quantityMessage = 'Pack quantity must be a number above 0.'

const Pieces = z
  .number(piecesMessage)
  .check(z.int(piecesMessage), z.gte(0, piecesMessage), z.lte(maxStockPieces, 'Count in stock is too large.'))

/** A quantity limit of an order; null removes it. */
const OrderPieces = (label: string) => {
  const message = `${label} must be a whole number from 1 to 9,999.`
  return z.optional(z.nullable(z.number(message).check(z.int(message), z.gte(1, message), z.lte(9_999, message))))
}

/** The ERP and old sheets use other values, such as `true`, `R` or `yes`. */
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

const Gtin = z.pipe(
  text(20, 'GTIN'),
  z.transform((given, context) => {
    const gtin = gtinOf(given)
    if (gtin !== null) return gtin
    context.issues.push({
      code: 'custom',
      message: 'This is not a GTIN: its check digit or length is wrong.',
      input: given,
    })
    return z.NEVER
  }),
)

/** Only pictures served by this portal: an external address would leak who views which product to that site. */
const Picture = text(maxLengths.image, 'Image').check(
  z.regex(/^$|^\/(?!\/)[\w\-./%?=]*$/, 'Image must be a picture uploaded to the portal.'),
)

const PriceList = z
  .array(PriceEntry)
  .check(z.maxLength(maxContractPrices, 'A list can have at most 10,000 custom prices.'))

/** Fields of a product that admins can set; omitted fields stay. Favorites and ratings belong to the buyers. */
export const ProductEdit = z.object({
  name: z.optional(requiredText(maxLengths.name, 'Material Description')),
  slug: z.optional(
    text(maxLengths.slug, 'Slug').check(
      z.regex(/^[\w.-]*$/, 'Slug can contain only letters, digits, dots and dashes.'),
    ),
  ),
  ndcNumber: z.optional(requiredText(maxLengths.ndcNumber, 'NDC number')),
  dummyNDC: z.optional(z.boolean()),
  manufacturer: z.optional(text(maxLengths.manufacturer, 'Manufacturer')),
  category: z.optional(requiredText(maxLengths.category, 'Category')),
  brand: z.optional(text(maxLengths.brand, 'Brand')),
  genericName: z.optional(text(maxLengths.genericName, 'Generic name')),
  strength: z.optional(text(maxLengths.strength, 'Strength')),
  dosageForm: z.optional(text(maxLengths.dosageForm, 'Dosage form')),
  route: z.optional(text(maxLengths.route, 'Route')),
  packSize: z.optional(text(maxLengths.packSize, 'Pack')),
  packQuantity: z.optional(
    z.nullable(z.number(quantityMessage).check(z.gt(0, quantityMessage), z.lte(maxInPack, quantityMessage))),
  ),
  packUnit: z.optional(z.enum(packUnits, 'Pack unit must be EA, mL or g.')),
  deaSchedule: z.optional(z.enum(schedules, 'DEA schedule must be empty or CII to CV.')),
  scheduleSource: z.optional(text(maxLengths.scheduleSource, 'Source of the schedule')),
  isNarcotic: z.optional(z.nullable(z.boolean())),
  drugFamily: z.optional(text(maxLengths.drugFamily, 'Drug family')),
  baseUnits: z.optional(
    z.nullable(z.number(baseUnitsMessage).check(z.gt(0, baseUnitsMessage), z.lte(maxInPack, baseUnitsMessage))),
  ),
  isListOne: z.optional(z.boolean()),
  needsTrace: z.optional(z.nullable(z.boolean())),
  dispensing: z.optional(z.enum(dispensings, 'Dispensing must be empty, Rx or OTC.')),
  gtin: z.optional(Gtin),
  orderMinimum: OrderPieces('Minimum per order'),
  orderMaximum: OrderPieces('Maximum per order'),
  orderMultiple: OrderPieces('Sold in multiples of'),
  description: z.optional(requiredLines(maxLengths.description, 'Description')),
  image: z.optional(Picture),
  images: z.optional(z.array(Picture).check(z.maxLength(12, 'A product can have at most 12 pictures.'))),
  price: z.optional(Dollars),
  countInStock: z.optional(Pieces),
  /** The count that the editor loaded: only the difference is applied, so that orders in between are not undone. */
  countInStockLoaded: z.optional(Pieces),
  stockReason: z.optional(text(300, 'The reason')),
  unitOfMeasure: z.optional(requiredText(maxLengths.unitOfMeasure, 'Base UoM')),
  isNonStocked: z.optional(z.boolean()),
  coldStatus: z.optional(ColdStatus),
  isPublished: z.optional(z.boolean()),
  customPricingList: z.optional(PriceList),
  customPricingListTrulla: z.optional(PriceList),
  __v: z.int('The version (__v) that was loaded is required.'),
})
export type ProductEdit = z.infer<typeof ProductEdit>

const Done = z.extend(Message, { product: Product })

export const productEditing = {
  list: get('/api/products/maintenance', {
    access: 'admin',
    summary: 'All products for product maintenance, filtered, sorted and paged; the total is in X-Total-Count',
    query: productQuery,
    reply: z.array(ProductRow),
  }),
  file: get('/api/products/maintenance/file', {
    access: 'admin',
    summary: 'The whole list as CSV or XLSX',
    query: productFile,
    reply: z.unknown(),
  }),
  changeMany: post('/api/products/maintenance/changes', {
    access: 'admin',
    summary: 'Publish, unpublish, categorize or delete several products; the answer lists each refusal with its reason',
    body: ManyChange,
    reply: ManyChanged,
  }),
  create: post('/api/products', {
    access: 'admin',
    summary: 'Create an empty draft product',
    reply: z.extend(Done, { _id: z.string() }),
    status: 201,
  }),
  update: put('/api/products/:id', {
    access: 'admin',
    summary: 'Change a product; the version that was loaded (__v) must be current',
    params: IdParams,
    body: ProductEdit,
    reply: Done,
  }),
  remove: del('/api/products/:id', {
    access: 'admin',
    summary: 'Delete a product from the catalog; past orders keep it',
    params: IdParams,
    reply: Message,
    done: 'Product deleted successfully',
  }),
}

const params = z.object({
  kind: z.enum(['product', 'category'], 'Choose a product or a category.'),
  /** The id of the product or the name of the category. */
  subject: requiredText(maxLengths.category, 'Category'),
})

/** Visibility of products and categories. */
export const restrictions = {
  list: get('/api/restrictions', {
    access: 'admin',
    summary: 'All products and categories with limited visibility',
    reply: z.array(RestrictionRow),
  }),
  find: get('/api/restrictions/:kind/:subject', {
    access: 'admin',
    summary: 'Who can see a product or the products of a category',
    params,
    reply: Audience,
  }),
  set: put('/api/restrictions/:kind/:subject', {
    access: 'admin',
    summary: 'Set who can see a product or the products of a category; refused if it was changed since it was loaded',
    params,
    body: RestrictionChange,
    reply: Message,
    done: 'Saved',
  }),
}
