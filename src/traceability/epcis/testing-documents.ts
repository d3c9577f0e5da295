import { convertXml } from './convert-xml.ts'

/** A supplier's or a wholesaler's document of one shipment, as the GS1 US guideline R1.3 shapes it. */
export interface TestShipment {
  seller?: string
  buyer?: string
  order?: string
  /** Serial numbers of the packages, all in one case. */
  serials?: readonly string[]
  lot?: string
  expiry?: string
  /** Empty for a document without it. */
  guideline?: string
  instance?: string
  /** Events between packing and shipping. */
  between?: string
  /** Replaces what is shipped. */
  shipped?: string
  /** XML of events after shipping. */
  after?: string
}

export const manufacturerGln = '0300011111116'
export const wholesalerGln = '0399999999991'
const sglnOf = (gln: string) => `urn:epc:id:sgln:${gln.slice(0, 6)}.${gln.slice(6, 12)}.0`

export const packageUri = (serial: string): string => `urn:epc:id:sgtin:030001.0012345.${serial}`
export const caseUri = (serial: string): string => `urn:epc:id:sgtin:030001.1012345.${serial}`
export const palletUri = 'urn:epc:id:sscc:030001.41234567890'

const times = (at: string) => `<eventTime>${at}</eventTime><eventTimeZoneOffset>-05:00</eventTimeZoneOffset>`
const epcs = (uris: readonly string[]) => uris.map((uri) => `<epc>${uri}</epc>`).join('')

export const packing = (
  parent: string,
  children: readonly string[],
  action = 'ADD',
  at = '2026-03-27T06:50:16Z',
): string =>
  `<AggregationEvent>${times(at)}<parentID>${parent}</parentID><childEPCs>${epcs(children)}</childEPCs><action>${action}</action></AggregationEvent>`

const attribute = (name: string, value: string) => `<attribute id="urn:epcglobal:cbv:mda#${name}">${value}</attribute>`

const placeOf = (gln: string, name: string) =>
  `<VocabularyElement id="${sglnOf(gln)}">${attribute('name', name)}${attribute('streetAddressOne', '1 Main St')}${attribute('city', 'Louisville')}${attribute('state', 'KY')}${attribute('postalCode', '40218')}</VocabularyElement>`

interface TestShipping {
  seller?: string
  buyer?: string
  order?: string
  step?: string
  action?: string
  at?: string
}

export const shipping = (
  uris: readonly string[],
  {
    seller = manufacturerGln,
    buyer = wholesalerGln,
    order = 'XYZPO189',
    step = 'shipping',
    action = 'OBSERVE',
    at = '2026-04-01T07:48:16Z',
  }: TestShipping = {},
): string =>
  `<ObjectEvent>${times(at)}<epcList>${epcs(uris)}</epcList><action>${action}</action><bizStep>urn:epcglobal:cbv:bizstep:${step}</bizStep><disposition>urn:epcglobal:cbv:disp:in_transit</disposition><readPoint><id>${sglnOf(seller)}</id></readPoint><bizTransactionList><bizTransaction type="urn:epcglobal:cbv:btt:po">urn:epcglobal:cbv:bt:${buyer}:${order}</bizTransaction></bizTransactionList><extension><sourceList><source type="urn:epcglobal:cbv:sdt:owning_party">${sglnOf(seller)}</source></sourceList><destinationList><destination type="urn:epcglobal:cbv:sdt:owning_party">${sglnOf(buyer)}</destination></destinationList></extension></ObjectEvent>`

/** The seller takes back what it said it had shipped. */
export const voiding = (uris: readonly string[], facts: TestShipping = {}): string =>
  shipping(uris, { step: 'void_shipping', at: '2026-04-02T08:00:00Z', ...facts })

export const shipmentXml = ({
  seller = manufacturerGln,
  buyer = wholesalerGln,
  order = 'XYZPO189',
  serials = ['11', '12', '13', '14'],
  lot = 'A123',
  expiry = '2028-03-27',
  guideline = 'GS1 US DSCSA R1.3',
  instance = '1',
  between = '',
  shipped = caseUri('110'),
  after = '',
}: TestShipment = {}): string => `<?xml version="1.0" encoding="UTF-8"?>
<epcis:EPCISDocument xmlns:cbvmda="urn:epcglobal:cbv:mda" xmlns:sbdh="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader" xmlns:hc="http://epcis.gs1us.org/hc/ns" xmlns:epcis="urn:epcglobal:epcis:xsd:1" schemaVersion="1.2" creationDate="2026-04-01T08:45:16Z">
<EPCISHeader><sbdh:StandardBusinessDocumentHeader><sbdh:Sender><sbdh:Identifier Authority="GS1">${sglnOf(seller)}</sbdh:Identifier></sbdh:Sender><sbdh:Receiver><sbdh:Identifier Authority="GS1">${sglnOf(buyer)}</sbdh:Identifier></sbdh:Receiver><sbdh:DocumentIdentification><sbdh:InstanceIdentifier>${instance}</sbdh:InstanceIdentifier></sbdh:DocumentIdentification></sbdh:StandardBusinessDocumentHeader>
<extension><EPCISMasterData><VocabularyList><Vocabulary type="urn:epcglobal:epcis:vtype:EPCClass"><VocabularyElementList><VocabularyElement id="urn:epc:idpat:sgtin:030001.0012345.*">${attribute('additionalTradeItemIdentification', '0001-0123-45')}${attribute('additionalTradeItemIdentificationTypeCode', 'US_FDA_NDC')}${attribute('regulatedProductName', 'Epcistra')}${attribute('manufacturerOfTradeItemPartyName', 'GS1 Pharma LLC')}${attribute('dosageFormType', 'PILL')}${attribute('strengthDescription', '100mg')}${attribute('netContentDescription', '500 pills')}</VocabularyElement></VocabularyElementList></Vocabulary>
<Vocabulary type="urn:epcglobal:epcis:vtype:Location"><VocabularyElementList>${placeOf(seller, 'Seller')}${placeOf(buyer, 'Buyer')}</VocabularyElementList></Vocabulary></VocabularyList></EPCISMasterData></extension>
${guideline && `<hc:guidelineVersion>${guideline}</hc:guidelineVersion>`}<hc:dscsaTransactionStatement><hc:affirmTransactionStatement>true</hc:affirmTransactionStatement><hc:legalNotice>Seller has complied with each applicable subsection of FDCA Sec. 581(27)(A)-(G).</hc:legalNotice></hc:dscsaTransactionStatement></EPCISHeader>
<EPCISBody><EventList>
<ObjectEvent>${times('2026-03-27T06:45:16Z')}<epcList>${epcs(serials.map(packageUri))}</epcList><action>ADD</action><bizStep>urn:epcglobal:cbv:bizstep:commissioning</bizStep><extension><ilmd><cbvmda:lotNumber>${lot}</cbvmda:lotNumber><cbvmda:itemExpirationDate>${expiry}</cbvmda:itemExpirationDate></ilmd></extension></ObjectEvent>
${packing(caseUri('110'), serials.map(packageUri))}
${between}
${shipping([shipped], { seller, buyer, order })}
${after}
</EventList></EPCISBody></epcis:EPCISDocument>`

/** The same document in JSON-LD of EPCIS 2.0. */
export const jsonOf = (xml: string): string => {
  const { guidelineVersion, transactionStatement, ...document } = convertXml(xml)
  const statement = {
    isAffirmed: false,
    notice: '',
    ...(typeof transactionStatement === 'object' && transactionStatement),
  }
  return JSON.stringify({
    '@context': [
      'https://ref.gs1.org/standards/epcis/epcis-context.jsonld',
      { gs1ushc: 'http://epcis.gs1us.org/hc/ns#' },
    ],
    ...document,
    schemaVersion: '2.0',
    'gs1ushc:guidelineVersion': guidelineVersion,
    'gs1ushc:dscsaTransactionStatement': {
      'gs1ushc:affirmTransactionStatement': statement.isAffirmed,
      'gs1ushc:legalNotice': statement.notice,
    },
  })
}
