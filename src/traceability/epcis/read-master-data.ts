import type { EpcisDocument } from './document-shapes.ts'
import { glnOf, readIdentifier } from './read-identifier.ts'
import { localName } from './read-words.ts'

/** What a document says of a trade item; empty texts are what it does not say. */
export interface MasterProduct {
  gtin: string
  ndc: string
  name: string
  manufacturer: string
  dosageForm: string
  strength: string
  netContent: string
}

export interface MasterPlace {
  gln: string
  name: string
  street: string
  city: string
  state: string
  postalCode: string
  country: string
}

type Attributes = (local: string) => string

/** Trade items and places of the document's header, by GTIN and GLN. */
export const readMasterData = ({
  epcisHeader,
}: Pick<EpcisDocument, 'epcisHeader'>): { products: MasterProduct[]; places: MasterPlace[] } => {
  const vocabularies = epcisHeader?.epcisMasterData?.vocabularyList ?? []
  const elements = vocabularies.flatMap(({ type, vocabularyElementList = [] }) =>
    vocabularyElementList.map(({ id, attributes = [] }) => {
      const values = new Map(attributes.map((one) => [localName(one.id), textIn(one.attribute)]))
      return { type: localName(type), id, valueOf: (local: string) => values.get(local) ?? '' }
    }),
  )
  return {
    products: elements.flatMap(({ type, id, valueOf }) => (type === 'EPCClass' ? productOf(id, valueOf) : [])),
    places: elements.flatMap(({ type, id, valueOf }) => (/Location|Party/.test(type) ? placeOf(id, valueOf) : [])),
  }
}

const textIn = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''

const productOf = (id: string, valueOf: Attributes): MasterProduct[] => {
  const identifier = readIdentifier(id)
  if (identifier.kind !== 'class') return []
  const isNdc = /^(?:US_FDA_NDC|FDA_NDC_11)$/.test(valueOf('additionalTradeItemIdentificationTypeCode'))
  return [
    {
      gtin: identifier.gtin,
      ndc: isNdc ? valueOf('additionalTradeItemIdentification') : '',
      name: valueOf('regulatedProductName') || valueOf('descriptionShort'),
      manufacturer: valueOf('manufacturerOfTradeItemPartyName'),
      dosageForm: valueOf('dosageFormType'),
      strength: valueOf('strengthDescription'),
      netContent: valueOf('netContentDescription'),
    },
  ]
}

const placeOf = (id: string, valueOf: Attributes): MasterPlace[] => {
  const gln = glnOf(id)
  if (!gln) return []
  return [
    {
      gln,
      name: valueOf('name'),
      street: [valueOf('streetAddressOne'), valueOf('streetAddressTwo')].filter(Boolean).join(', '),
      city: valueOf('city'),
      state: valueOf('state'),
      postalCode: valueOf('postalCode'),
      country: valueOf('countryCode'),
    },
  ]
}
