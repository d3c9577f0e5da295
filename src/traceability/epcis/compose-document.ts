import type { MasterPlace, MasterProduct } from './read-master-data.ts'

interface ComposedPackage {
  /** 14 digits, of a US drug. */
  gtin: string
  serial: string
  lot: string
  /** YYYY-MM-DD. */
  expiry: string
}

export interface ComposedShipment {
  guideline: 'R1.2' | 'R1.3'
  instanceId: string
  shippedAt: Date
  seller: MasterPlace
  buyer: MasterPlace
  references: readonly { type: 'po' | 'inv' | 'desadv'; number: string }[]
  products: readonly MasterProduct[]
  packages: readonly ComposedPackage[]
}

/** Writes the EPCIS 1.2 document of a shipment with the transaction information and statement of the DSCSA. */
export const composeDocument = (shipment: ComposedShipment): string => {
  const { guideline, instanceId, shippedAt, seller, buyer, products, packages } = shipment
  const at = shippedAt.toISOString()
  return `<?xml version="1.0" encoding="UTF-8"?>
<epcis:EPCISDocument xmlns:epcis="urn:epcglobal:epcis:xsd:1" xmlns:cbvmda="urn:epcglobal:cbv:mda" xmlns:sbdh="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader" xmlns:gs1ushc="http://epcis.gs1us.org/hc/ns" schemaVersion="1.2" creationDate="${at}">
<EPCISHeader>
<sbdh:StandardBusinessDocumentHeader><sbdh:HeaderVersion>1.0</sbdh:HeaderVersion><sbdh:Sender><sbdh:Identifier Authority="GS1">${sglnOf(seller.gln)}</sbdh:Identifier></sbdh:Sender><sbdh:Receiver><sbdh:Identifier Authority="GS1">${sglnOf(buyer.gln)}</sbdh:Identifier></sbdh:Receiver><sbdh:DocumentIdentification><sbdh:Standard>EPCglobal</sbdh:Standard><sbdh:TypeVersion>1.0</sbdh:TypeVersion><sbdh:InstanceIdentifier>${escaped(instanceId)}</sbdh:InstanceIdentifier><sbdh:Type>Events</sbdh:Type><sbdh:CreationDateAndTime>${at}</sbdh:CreationDateAndTime></sbdh:DocumentIdentification></sbdh:StandardBusinessDocumentHeader>
<extension><EPCISMasterData><VocabularyList><Vocabulary type="urn:epcglobal:epcis:vtype:EPCClass"><VocabularyElementList>${products.map(productElement).join('')}</VocabularyElementList></Vocabulary><Vocabulary type="urn:epcglobal:epcis:vtype:Location"><VocabularyElementList>${[seller, buyer].map(placeElement).join('')}</VocabularyElementList></Vocabulary></VocabularyList></EPCISMasterData></extension>
<gs1ushc:guidelineVersion>GS1 US DSCSA ${guideline}</gs1ushc:guidelineVersion>
<gs1ushc:dscsaTransactionStatement><gs1ushc:affirmTransactionStatement>true</gs1ushc:affirmTransactionStatement><gs1ushc:legalNotice>Seller has complied with each applicable subsection of FDCA Sec. 581(27)(A)-(G).</gs1ushc:legalNotice></gs1ushc:dscsaTransactionStatement>
</EPCISHeader>
<EPCISBody><EventList>
${[...byLot(packages).values()].map((lot) => commissioning(lot, at)).join('\n')}
${shipping(shipment, at)}
</EventList></EPCISBody>
</epcis:EPCISDocument>
`
}

const byLot = (packages: readonly ComposedPackage[]): Map<string, ComposedPackage[]> =>
  Map.groupBy(packages, ({ gtin, lot, expiry }) => `${gtin} ${lot} ${expiry}`)

const times = (at: string) => `<eventTime>${at}</eventTime><eventTimeZoneOffset>+00:00</eventTimeZoneOffset>`

const commissioning = (packages: readonly ComposedPackage[], at: string): string => {
  const [first] = packages
  return `<ObjectEvent>${times(at)}${epcList(packages)}<action>ADD</action><bizStep>urn:epcglobal:cbv:bizstep:commissioning</bizStep><disposition>urn:epcglobal:cbv:disp:active</disposition><extension><ilmd><cbvmda:lotNumber>${escaped(first?.lot ?? '')}</cbvmda:lotNumber><cbvmda:itemExpirationDate>${first?.expiry ?? ''}</cbvmda:itemExpirationDate></ilmd></extension></ObjectEvent>`
}

const shipping = ({ seller, buyer, references, packages }: ComposedShipment, at: string): string => {
  const transactions = references.map(
    ({ type, number }) =>
      `<bizTransaction type="urn:epcglobal:cbv:btt:${type}">urn:epcglobal:cbv:bt:${type === 'po' ? buyer.gln : seller.gln}:${encodeURIComponent(number)}</bizTransaction>`,
  )
  return `<ObjectEvent>${times(at)}${epcList(packages)}<action>OBSERVE</action><bizStep>urn:epcglobal:cbv:bizstep:shipping</bizStep><disposition>urn:epcglobal:cbv:disp:in_transit</disposition><readPoint><id>${sglnOf(seller.gln)}</id></readPoint><bizTransactionList>${transactions.join('')}</bizTransactionList><extension><sourceList><source type="urn:epcglobal:cbv:sdt:owning_party">${sglnOf(seller.gln)}</source></sourceList><destinationList><destination type="urn:epcglobal:cbv:sdt:owning_party">${sglnOf(buyer.gln)}</destination></destinationList></extension></ObjectEvent>`
}

const epcList = (packages: readonly ComposedPackage[]): string =>
  `<epcList>${packages.map(({ gtin, serial }) => `<epc>${sgtinOf(gtin, encodeURIComponent(serial))}</epc>`).join('')}</epcList>`

const attribute = (name: string, value: string): string =>
  `<attribute id="urn:epcglobal:cbv:mda#${name}">${escaped(value)}</attribute>`

const productElement = (product: MasterProduct): string =>
  `<VocabularyElement id="${sgtinOf(product.gtin, '*').replace(':id:', ':idpat:')}">${[
    ['additionalTradeItemIdentification', product.ndc],
    ['additionalTradeItemIdentificationTypeCode', 'US_FDA_NDC'],
    ['regulatedProductName', product.name],
    ['manufacturerOfTradeItemPartyName', product.manufacturer],
    ['dosageFormType', product.dosageForm],
    ['strengthDescription', product.strength],
    ['netContentDescription', product.netContent],
  ]
    .map(([name = '', value = '']) => attribute(name, value))
    .join('')}</VocabularyElement>`

const placeElement = (place: MasterPlace): string =>
  `<VocabularyElement id="${sglnOf(place.gln)}">${[
    ['name', place.name],
    ['streetAddressOne', place.street],
    ['city', place.city],
    ['state', place.state],
    ['postalCode', place.postalCode],
    ['countryCode', place.country],
  ]
    .map(([name = '', value = '']) => attribute(name, value))
    .join('')}</VocabularyElement>`

/**
 * A US drug's company prefix is 03 and its labeler code, which has four digits if it begins with 0, and else five. The
 * prefix of other GTINs is unknown without the registry.
 */
const sgtinOf = (gtin: string, serial: string): string => {
  const [, indicator = '', digits = ''] = /^(\d)03(\d{10})\d$/.exec(gtin) ?? []
  if (!digits) throw new Error(`${gtin} is not the GTIN of a US drug, so its company prefix is unknown.`)
  const length = digits.startsWith('0') ? 4 : 5
  return `urn:epc:id:sgtin:03${digits.slice(0, length)}.${indicator}${digits.slice(length)}.${serial}`
}

/** Readers need the GLN only, so any split of prefix and location will do. */
const sglnOf = (gln: string): string => `urn:epc:id:sgln:${gln.slice(0, 7)}.${gln.slice(7, 12)}.0`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
