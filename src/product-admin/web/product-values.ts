import * as z from 'zod/mini'
import { noQuantityFits } from '#catalog/order-quantity.ts'
import { amountDigits, maxDollars, readAmount, readPieces } from '#shared/read-number.ts'
import type { Product } from '#catalog/contract.ts'
import type { Dispensing, PackUnit, Schedule } from '#catalog/fact-shapes.ts'
import { maxStockPieces } from '#catalog/stock/contract.ts'
import { editsOf, mergeEdits } from '#web/form/merge-edits.ts'
import { ProductEdit } from '../contract.ts'

export const productLabels = {
  name: 'Material Description',
  description: 'Description',
  unitOfMeasure: 'Base UoM',
  category: 'Category',
  ndcNumber: 'NDC number',
  dummyNDC: 'Dummy NDC',
  manufacturer: 'Manufacturer',
  brand: 'Brand',
  genericName: 'Generic name',
  strength: 'Strength',
  dosageForm: 'Dosage form',
  route: 'Route',
  packSize: 'Pack',
  packQuantity: 'Pack quantity',
  packUnit: 'Pack unit',
  deaSchedule: 'DEA schedule',
  scheduleSource: 'Source of the schedule',
  isNarcotic: 'Narcotic',
  drugFamily: 'Drug family',
  baseUnits: 'Base units in one unit of measure',
  isListOne: 'Contains a List I chemical',
  needsTrace: 'Transaction data (DSCSA)',
  dispensing: 'Rx or OTC',
  gtin: 'GTIN',
  orderMinimum: 'Minimum per order',
  orderMaximum: 'Maximum per order',
  orderMultiple: 'Sold in multiples of',
  slug: 'Slug',
  price: 'Price',
  countInStock: 'Count in stock',
  isNonStocked: 'Non-stocked',
  coldStatus: 'Cold status',
  isPublished: 'Published',
  image: 'Image',
}

/** Form values as typed. */
export type ProductValues = ReturnType<typeof valuesOf>

export const valuesOf = (product: Product) => ({
  name: product.name,
  description: product.description,
  unitOfMeasure: product.unitOfMeasure,
  category: product.category,
  ndcNumber: product.ndcNumber,
  dummyNDC: product.dummyNDC,
  manufacturer: product.manufacturer,
  brand: product.brand,
  genericName: product.genericName,
  strength: product.strength,
  dosageForm: product.dosageForm,
  route: product.route,
  packSize: product.packSize,
  packQuantity: written(product.packQuantity),
  packUnit: product.packUnit,
  deaSchedule: product.deaSchedule,
  scheduleSource: product.scheduleSource,
  isNarcotic: threeWay(product.isNarcotic),
  drugFamily: product.drugFamily ?? '',
  baseUnits: written(product.baseUnits ?? null),
  isListOne: product.isListOne ?? false,
  needsTrace: threeWay(product.needsTrace),
  dispensing: product.dispensing,
  gtin: product.gtin,
  orderMinimum: written(product.orderMinimum),
  orderMaximum: written(product.orderMaximum),
  orderMultiple: written(product.orderMultiple),
  slug: product.slug,
  price: product.price === null ? '' : product.price.toFixed(2),
  countInStock: String(product.countInStock),
  stockReason: '',
  isNonStocked: product.isNonStocked,
  coldStatus: product.coldStatus,
  isPublished: product.isPublished,
  image: product.image,
})

/** `yes`, `no`, or empty if it is not known. */
const threeWay = (is: boolean | null | undefined): string => (is === true ? 'yes' : is === false ? 'no' : '')

const readThreeWay = (chosen: string): boolean | null => (chosen === '' ? null : chosen === 'yes')

const written = (quantity: number | null): string => (quantity === null ? '' : String(quantity))

/** The same rules as on the server. */
export const ProductFields = z.required(
  z.pick(ProductEdit, {
    name: true,
    description: true,
    unitOfMeasure: true,
    category: true,
    ndcNumber: true,
    manufacturer: true,
    brand: true,
    genericName: true,
    strength: true,
    dosageForm: true,
    route: true,
    packSize: true,
    scheduleSource: true,
    drugFamily: true,
    gtin: true,
    slug: true,
  }),
)

/** Checks that need several fields or parse numbers. */
export const checkValues = (values: ProductValues): Record<string, string> => {
  const price = readAmount(values.price)
  const count = readPieces(values.countInStock)
  return {
    ...(price === null && {
      price: values.price.trim() ? 'Price could not be read. Enter it like 1,234.56.' : 'Price is required.',
    }),
    ...(price !== null && price > maxDollars && { price: 'Price is too large.' }),
    ...(price === 0 && values.isPublished && { price: 'A price is required to publish a product.' }),
    ...(values.packQuantity.trim() !== '' &&
      !(Number(amountDigits(values.packQuantity)) > 0) && { packQuantity: 'Pack quantity must be a number above 0.' }),
    ...(values.baseUnits.trim() !== '' &&
      !(Number(amountDigits(values.baseUnits)) > 0) && { baseUnits: 'Base units must be a number above 0.' }),
    ...orderErrors(values),
    ...(!values.isNonStocked &&
      values.countInStock.trim() === '' && {
        countInStock: 'Count in stock is required unless the product is non-stocked.',
      }),
    ...(!values.isNonStocked &&
      values.countInStock.trim() !== '' &&
      (count === null || count < 0 || count > maxStockPieces) && {
        countInStock: 'Count in stock must be a whole number of at least 0.',
      }),
  }
}

const orderFields = ['orderMinimum', 'orderMaximum', 'orderMultiple'] as const

const orderErrors = (values: ProductValues): Record<string, string> => {
  const wrong = orderFields.filter((field) => values[field].trim() !== '' && !isOrderable(readPieces(values[field])))
  if (wrong.length > 0)
    return Object.fromEntries(wrong.map((field) => [field, 'Enter a whole number from 1 to 9,999, or leave it blank.']))
  const unorderable = noQuantityFits(limitsOf(values))
  return unorderable ? { orderMaximum: unorderable } : {}
}

const isOrderable = (pieces: number | null): boolean => pieces !== null && pieces >= 1 && pieces <= 9_999

const limitsOf = (values: ProductValues) => ({
  orderMinimum: readPieces(values.orderMinimum),
  orderMaximum: readPieces(values.orderMaximum),
  orderMultiple: readPieces(values.orderMultiple),
})

const readQuantity = (typed: string): number | null => {
  const digits = amountDigits(typed)
  return digits === null ? null : Number(digits)
}

/** Sends only changed fields, and the count with the loaded count, so that orders in between are not undone. */
export const editOf = (values: ProductValues, loaded: Product): ProductEdit => {
  const { countInStock, price, stockReason, coldStatus, packQuantity, packUnit, deaSchedule, dispensing, ...others } =
    editsOf(valuesOf(loaded), values)
  const { orderMinimum, orderMaximum, orderMultiple, isNarcotic, baseUnits, needsTrace, ...rest } = others
  return {
    ...rest,
    ...(price !== undefined && { price: readAmount(price) ?? 0 }),
    ...(packQuantity !== undefined && { packQuantity: readQuantity(packQuantity) }),
    ...(isNarcotic !== undefined && { isNarcotic: readThreeWay(isNarcotic) }),
    ...(baseUnits !== undefined && { baseUnits: readQuantity(baseUnits) }),
    ...(needsTrace !== undefined && { needsTrace: readThreeWay(needsTrace) }),
    ...(orderMinimum !== undefined && { orderMinimum: readPieces(orderMinimum) }),
    ...(orderMaximum !== undefined && { orderMaximum: readPieces(orderMaximum) }),
    ...(orderMultiple !== undefined && { orderMultiple: readPieces(orderMultiple) }),
    // The selects have no other options.
    ...(coldStatus !== undefined && { coldStatus: coldStatus as ProductEdit['coldStatus'] & string }),
    ...(packUnit !== undefined && { packUnit: packUnit as PackUnit }),
    ...(deaSchedule !== undefined && { deaSchedule: deaSchedule as Schedule }),
    ...(dispensing !== undefined && { dispensing: dispensing as Dispensing }),
    ...(!values.isNonStocked &&
      countInStock !== undefined && {
        countInStock: readPieces(countInStock) ?? 0,
        countInStockLoaded: loaded.countInStock,
        stockReason: stockReason ?? '',
      }),
    __v: loaded.__v,
  }
}

/** Reapplies the edits to the stored version; of the count, the difference. */
export const mergedOf = (base: Product, mine: ProductValues, now: Product): ProductValues => {
  const merged = mergeEdits(valuesOf(base), mine, valuesOf(now))
  const moved = (readPieces(mine.countInStock) ?? base.countInStock) - base.countInStock
  return { ...merged, countInStock: String(Math.max(0, now.countInStock + moved)) }
}

/** Preview of the product card for buyers. */
export const cardOf = (values: ProductValues, product: Product): Product => ({
  ...product,
  ...values,
  isNarcotic: readThreeWay(values.isNarcotic),
  baseUnits: readQuantity(values.baseUnits),
  needsTrace: readThreeWay(values.needsTrace),
  name: values.name || ' ',
  price: readAmount(values.price) ?? 0,
  countInStock: readPieces(values.countInStock) ?? 0,
  packQuantity: readQuantity(values.packQuantity),
  ...limitsOf(values),
  customPricingList: [],
})
