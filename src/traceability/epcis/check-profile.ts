import { ndcKeys } from '#catalog/normalize-ndc.ts'
import type { EpcisDocument, EpcisEvent } from './document-shapes.ts'
import { isGs1Text, readIdentifier } from './read-identifier.ts'
import type { MasterData, MasterPlace, MasterProduct } from './read-master-data.ts'
import { isDay } from './read-words.ts'
import type { TracedShipment } from './trace-contents.ts'
import { packagesText, type Traced } from './trace-packages.ts'

interface Content extends MasterData {
  document: EpcisDocument
  traced: Traced
}

export const maxFindings = 200

/**
 * What a document lacks of the transaction information and statement that the DSCSA requires (FD&C 581(26), (27)) and
 * that the GS1 US guideline R1.2 and R1.3 tells where to put. A document with findings is kept, but answers for nothing
 * until someone looked at it.
 */
export const checkProfile = ({ document, traced, products, places, contradictions }: Content): string[] => {
  const findings = [
    ...checkDocument(document),
    ...checkIdentifiers(document.epcisBody.eventList),
    ...traced.problems,
    ...contradictions,
    ...checkProducts(traced.shipments, products),
    ...checkPlaces(traced.shipments, places),
    ...traced.shipments.flatMap(checkShipment),
  ]
  return [...new Set(findings)].slice(0, maxFindings)
}

const checkDocument = ({ guidelineVersion, transactionStatement }: EpcisDocument): string[] => [
  ...(!guidelineVersion
    ? ['The GS1 US guideline version is missing.']
    : /^GS1 US DSCSA R1\.[23](?:\.\d+)?$/.test(guidelineVersion)
      ? []
      : [`The guideline version is "${guidelineVersion.slice(0, 40)}", not R1.2 or R1.3.`]),
  ...(transactionStatement?.isAffirmed ? [] : ['The transaction statement is missing or not affirmed.']),
  ...(transactionStatement?.notice === '' ? ['The transaction statement has no legal notice.'] : []),
]

const checkIdentifiers = (events: readonly EpcisEvent[]): string[] => {
  const malformed: string[] = []
  for (const [at, event] of events.entries())
    for (const uri of urisOf(event)) {
      const identifier = readIdentifier(uri)
      if (identifier.kind === 'malformed')
        malformed.push(`Event ${at + 1}: ${uri.slice(0, 80)} has a wrong length, check digit or character.`)
      if (identifier.kind === 'item' && identifier.serial.length > 20)
        malformed.push(`Event ${at + 1}: a serial number of ${uri.slice(0, 80)} has more than 20 characters.`)
      if (identifier.kind === 'class' && identifier.lot.length > 20)
        malformed.push(`Event ${at + 1}: a lot number of ${uri.slice(0, 80)} has more than 20 characters.`)
      if (malformed.length >= maxFindings) return malformed
    }
  return malformed
}

/** The products and containers that an event names. */
const urisOf = (event: EpcisEvent): string[] => {
  if (event.type === 'TransformationEvent')
    return [
      ...(event.inputEPCList ?? []),
      ...(event.outputEPCList ?? []),
      ...classesIn(event.inputQuantityList),
      ...classesIn(event.outputQuantityList),
    ]
  if (event.type === 'ObjectEvent') return [...(event.epcList ?? []), ...classesIn(event.quantityList)]
  const parent = event.parentID ?? []
  return event.type === 'TransactionEvent'
    ? [parent, event.epcList ?? [], classesIn(event.quantityList)].flat()
    : [parent, event.childEPCs ?? [], classesIn(event.childQuantityList)].flat()
}

const classesIn = (list: readonly { epcClass: string }[] = []): string[] => list.map(({ epcClass }) => epcClass)

const required: [keyof MasterProduct, string][] = [
  ['ndc', 'NDC'],
  ['name', 'name'],
  ['manufacturer', 'manufacturer'],
  ['dosageForm', 'dosage form'],
  ['strength', 'strength'],
  ['netContent', 'container size'],
]

const checkProducts = (shipments: readonly TracedShipment[], products: readonly MasterProduct[]): string[] => {
  const shipped = new Set(shipments.flatMap(({ packages }) => packages.map(({ gtin }) => gtin)))
  return [...shipped].flatMap((gtin) => {
    const product = products.find((one) => one.gtin === gtin)
    if (!product) return [`The document does not describe the product ${gtin}.`]
    const missing = required.filter(([field]) => product[field] === '').map(([, label]) => label)
    return [
      ...(missing.length > 0 ? [`The product ${gtin} has no ${missing.join(', ')}.`] : []),
      ...(product.ndc !== '' && ndcKeys(product.ndc).length === 0
        ? [`The product ${gtin} has "${product.ndc.slice(0, 40)}" for its NDC, which is none.`]
        : []),
      ...(contradicts(gtin, product.ndc) ? [`The product ${gtin} has the NDC ${product.ndc} of another product.`] : []),
    ]
  })
}

/** A GTIN with the prefix of US drugs contains the ten digits of its NDC. */
const contradicts = (gtin: string, ndc: string): boolean => {
  const [, digits] = /^\d03(\d{10})\d$/.exec(gtin) ?? []
  const stated = ndcKeys(ndc)
  return digits !== undefined && stated.length > 0 && !stated.some((key) => ndcKeys(digits).includes(key))
}

const checkPlaces = (shipments: readonly TracedShipment[], places: readonly MasterPlace[]): string[] => {
  const parties = shipments.flatMap(({ seller, buyer, shipFrom, shipTo }) => [seller, buyer, shipFrom, shipTo])
  return [...new Set(parties.filter(Boolean))].flatMap((gln) => {
    const found = places.find((one) => one.gln === gln)
    if (!found) return [`The document has no name and address for the GLN ${gln}.`]
    return found.name && found.street && found.city && found.state && found.postalCode
      ? []
      : [`The name or address of the GLN ${gln} is incomplete.`]
  })
}

const checkShipment = (shipment: TracedShipment): string[] => {
  const { event, at, transactions, packages, quantities, problems } = shipment
  const count = (fits: (one: TracedShipment['packages'][number]) => boolean, says: string) => {
    const number = packages.filter(fits).length
    return number > 0 ? [`Event ${event}: ${packagesText(number)} ${says}.`] : []
  }
  return [
    ...(transactions.some(({ type }) => type === 'po' || type === 'desadv' || type === 'inv')
      ? []
      : [`Event ${event}: no purchase order, invoice or dispatch advice is named.`]),
    ...(packages.length === 0 && quantities.length === 0 ? [`Event ${event}: no packages are shipped.`] : []),
    ...(quantities.length > 0 ? [`Event ${event}: some goods have no serial numbers.`] : []),
    ...count(({ lot }) => lot === '', 'without a lot number'),
    ...count(({ expiry }) => expiry === '', 'without an expiry date'),
    ...count(({ lot }) => lot !== '' && (lot.length > 20 || !isGs1Text(lot)), 'whose lot number GS1 does not allow'),
    ...noDays(packages).map(
      ([expiry, number]) =>
        `Event ${event}: the expiry date "${expiry}" of ${packagesText(number)} is not a date such as 2028-03-31.`,
    ),
    ...count(({ expiry }) => isDay(expiry) && expiry < at.slice(0, 10), 'expired before shipment'),
    ...problems.map((problem) => `Event ${event}: ${problem}`),
  ]
}

const noDays = (packages: TracedShipment['packages']): [string, number][] => {
  const counts = new Map<string, number>()
  for (const { expiry } of packages)
    if (expiry !== '' && !isDay(expiry)) counts.set(expiry, (counts.get(expiry) ?? 0) + 1)
  return [...counts].slice(0, 20)
}
