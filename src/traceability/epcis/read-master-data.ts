import type { EpcisDocument } from './document-shapes.ts'
import { glnOf, keyOf, readIdentifier } from './read-identifier.ts'
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

export interface MasterData {
  products: MasterProduct[]
  places: MasterPlace[]
  /** Descriptions that contradict each other. */
  contradictions: string[]
}

/** Trade items and places of the document's header, by GTIN and GLN. */
export const readMasterData = ({ epcisHeader }: Pick<EpcisDocument, 'epcisHeader'>): MasterData => {
  const vocabularies = epcisHeader?.epcisMasterData?.vocabularyList ?? []
  const values = new Map<string, Map<string, string>>()
  const contradictions = new Set<string>()
  const elements = vocabularies.flatMap(({ type, vocabularyElementList = [] }) =>
    vocabularyElementList.map(({ id, attributes = [] }) => {
      const key = `${localName(type)} ${keyOf(readIdentifier(id))}`
      const known = values.get(key) ?? new Map<string, string>()
      values.set(key, known)
      for (const one of attributes) {
        const local = attributeName(one.id)
        const value = textIn(one.attribute)
        const before = known.get(local)
        if (!before) known.set(local, value)
        else if (value !== '' && value !== before && local !== '')
          contradictions.add(
            `${id.slice(0, 80)} is described twice: its ${local} is "${before.slice(0, 60)}" and "${value.slice(0, 60)}".`,
          )
      }
      return { type: localName(type), id, valueOf: (local: string) => known.get(local) ?? '' }
    }),
  )
  return {
    products: elements.flatMap(({ type, id, valueOf }) => (type === 'EPCClass' ? productOf(id, valueOf) : [])),
    places: elements.flatMap(({ type, id, valueOf }) => (/Location|Party/.test(type) ? placeOf(id, valueOf) : [])),
    contradictions: [...contradictions],
  }
}

/** Empty for an attribute of another party. */
const attributeName = (id: string): string => /^(?:urn:epcglobal:cbv:mda[#:]|cbvmda:)?(\w+)$/.exec(id)?.[1] ?? ''

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
