import { plainHeader } from '#shared/plain-header.ts'
import { customerAliases } from './customer-columns.ts'
import { fieldsFor, type ImportField, type ImportOf, type SheetField } from './import-fields.ts'

/** Aliases of a field in ranks: a column with an alias of an earlier rank wins over one of a later rank. */
type Ranks = readonly (readonly string[])[]

const codes: Ranks = [
  ['ndc11'],
  ['ndc', 'ndcno', 'ndccode', 'nationaldrugcode'],
  ['ndc10'],
  ['itemnumber', 'itemno', 'itemcode', 'itemid', 'materialnumber', 'materialno', 'productnumber', 'productcode', 'sku'],
]

/** Columns that have either the name or the number of a product, depending on their cells. */
export const nameOrNumber = ['product', 'material', 'item']

const productNames: Record<ImportField, Ranks> = {
  ndcNumber: codes,
  name: [
    ['name', 'productname', 'materialname', 'itemname', 'itemdescription', 'productdescription', 'title'],
    nameOrNumber,
  ],
  unitOfMeasure: [['uom', 'unitofmeasure', 'unit', 'baseunit', 'baseunitofmeasure']],
  category: [['productcategory'], ['class', 'therapeuticclass', 'group', 'productgroup']],
  manufacturer: [
    ['mfr', 'mfg', 'maker', 'labeler', 'labeller'],
    ['vendor', 'company', 'supplier'],
  ],
  price: [['listprice', 'unitprice', 'priceusd', 'saleprice', 'sellingprice', 'baseprice', 'rate']],
  countInStock: [['stock', 'qty', 'quantity', 'onhand', 'qtyonhand', 'stockcount', 'count', 'inventory', 'available']],
  isNonStocked: [['isnonstocked', 'nonstock', 'specialorder', 'dropship']],
  coldStatus: [
    ['cold', 'coldchain', 'iscold'],
    ['refrigerated', 'storage', 'temperature'],
  ],
  dummyNDC: [['isdummy', 'dummy', 'isdummyndc']],
  isPublished: [['ispublished'], ['active', 'visible', 'live']],
  description: [['longdescription', 'details', 'text']],
  brand: [['brandname', 'tradename']],
  genericName: [['generic', 'activeingredient', 'molecule', 'ingredient']],
  strength: [['dose', 'potency']],
  dosageForm: [['form', 'dosageformname']],
  route: [['routeofadministration', 'routename']],
  packSize: [['packsize', 'package', 'packagedescription', 'packagesize', 'packaging']],
  packQuantity: [['packqty', 'packagequantity', 'unitsperpack', 'quantityperpack']],
  packUnit: [['packageunit']],
  deaSchedule: [['dea', 'schedule', 'deaclass', 'controlledsubstanceschedule']],
  scheduleSource: [['deaschedulesource', 'deasource', 'sourceofschedule']],
  isNarcotic: [['isnarcotic']],
  drugFamily: [['family', 'monitoringfamily']],
  baseUnits: [['baseunit', 'unitsperpackage']],
  isListOne: [['listonechemical', 'listichemical', 'listone', 'list1']],
  needsTrace: [['dscsaapplies', 'needstrace', 'needstransactiondata']],
  dispensing: [['rxotc', 'rxorotc', 'otcrx']],
  gtin: [
    ['gtin14', 'gtin12'],
    ['upc', 'ean', 'barcode'],
  ],
  orderMinimum: [['minimumorder', 'minorder', 'minqty', 'minimumquantity', 'minimumorderquantity', 'moq']],
  orderMaximum: [['maximumorder', 'maxorder', 'maxqty', 'maximumquantity', 'maximumorderquantity']],
  orderMultiple: [['multiple', 'packmultiple', 'casequantity', 'caseqty', 'soldinmultiplesof', 'orderincrement']],
  image: [['picture', 'imageurl', 'photo']],
}

const prices: Ranks = [
  ['customprice', 'contractprice', 'agreedprice', 'netprice', 'specialprice', 'newprice', 'unitprice'],
]

const otherNames: Record<ImportOf, Partial<Record<SheetField, Ranks>>> = {
  products: productNames,
  prices: {
    ndcNumber: codes,
    // An email address is one account; the portal's own file has both columns.
    customer: [
      ['email', 'customeremail', 'emailaddress'],
      ['account', 'accountnumber', 'accountid', 'customernumber'],
    ],
    price: prices,
    list: [['pricelist', 'listname']],
  },
  customers: Object.fromEntries(Object.entries(customerAliases).map(([field, called]) => [field, [called]])),
  list: {
    ndcNumber: codes,
    fromQuantity: [['from', 'quantity', 'qty', 'minimumquantity', 'minqty', 'tier', 'fromqty']],
    price: prices,
    percentOff: [['percent', 'discount', 'discountpercent', 'percentofflist', 'percentofflistprice']],
  },
}

export interface NamedField {
  field: SheetField
  /** 0 for the portal's own name; of two columns, the lower rank wins. */
  rank: number
}

const namesOf = (kind: ImportOf): ReadonlyMap<string, NamedField> => {
  const known = new Map<string, NamedField>()
  for (const [key, label] of Object.entries(fieldsFor[kind])) {
    const field = key as SheetField // a key of an object literal
    for (const [rank, called] of [[field, label], ...(otherNames[kind][field] ?? [])].entries())
      for (const name of called) if (!known.has(plainHeader(name))) known.set(plainHeader(name), { field, rank })
  }
  return known
}

const names = {
  products: namesOf('products'),
  prices: namesOf('prices'),
  list: namesOf('list'),
  customers: namesOf('customers'),
}

/** The field that a header names, with its rank. */
export const namedBy = (header: string, kind: ImportOf): NamedField | undefined => names[kind].get(plainHeader(header))

/** For a column such as "Item" with numbers. */
export const asNumber: NamedField = { field: 'ndcNumber', rank: codes.length }
