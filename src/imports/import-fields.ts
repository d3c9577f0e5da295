import { fieldLabels, type UserField } from '#identity/field-shapes.ts'

/** The fields of a product file, with their labels. */
export const importFields = {
  ndcNumber: 'NDC Number',
  name: 'Material Description',
  unitOfMeasure: 'Base UoM',
  category: 'Category',
  manufacturer: 'Manufacturer',
  price: 'Price',
  countInStock: 'Count In Stock',
  isNonStocked: 'Non Stocked',
  coldStatus: 'Cold Status',
  dummyNDC: 'Dummy NDC',
  isPublished: 'Published',
  description: 'Description',
  brand: 'Brand',
  genericName: 'Generic Name',
  strength: 'Strength',
  dosageForm: 'Dosage Form',
  route: 'Route',
  packSize: 'Pack',
  packQuantity: 'Pack Quantity',
  packUnit: 'Pack Unit',
  deaSchedule: 'DEA Schedule',
  scheduleSource: 'Schedule Source',
  isNarcotic: 'Narcotic',
  drugFamily: 'Drug Family',
  baseUnits: 'Base Units',
  isListOne: 'List I',
  needsTrace: 'DSCSA',
  dispensing: 'Rx/OTC',
  gtin: 'GTIN',
  orderMinimum: 'Minimum Per Order',
  orderMaximum: 'Maximum Per Order',
  orderMultiple: 'Order Multiple',
  image: 'Image',
} as const

export type ImportField = keyof typeof importFields

/** The fields of a contract price file, with their labels. */
const priceFields = { ndcNumber: 'NDC Number', customer: 'Customer', price: 'Price', list: 'List' } as const

/** The fields of a price list file, with their labels. */
const listFields = {
  ndcNumber: 'NDC Number',
  fromQuantity: 'From Quantity',
  price: 'Price',
  percentOff: 'Percent Off',
} as const

export type ImportOf = 'products' | 'prices' | 'list' | 'customers'
export type SheetField = ImportField | keyof typeof priceFields | keyof typeof listFields | UserField

/** The fields of each kind of file, with their labels. */
export const fieldsFor: Record<ImportOf, Partial<Record<SheetField, string>>> = {
  products: importFields,
  prices: priceFields,
  list: listFields,
  customers: fieldLabels,
}
