import * as z from 'zod/mini'

/**
 * The parts of an EPCIS capture document that traceability reads, in the JSON form of EPCIS 2.0. XML documents are
 * converted to it first, so that both have one validation. Fields of other parties' extensions are ignored.
 */

const moment = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/, 'is not a time with its zone'),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'is not a time with its zone'),
)
const offset = z.string().check(z.regex(/^[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)$/, 'is not an offset such as -05:00'))
const uri = z.string().check(z.regex(/^[a-z][a-z\d+.-]*:\S+$/i, 'is not an identifier such as urn:epc:id:sgtin:…'))
const uris = z.optional(z.array(uri))
const action = z.enum(['ADD', 'OBSERVE', 'DELETE'], 'is not ADD, OBSERVE or DELETE')
const place = z.optional(z.looseObject({ id: uri }))
const quantities = z.optional(
  z.array(z.looseObject({ epcClass: uri, quantity: z.optional(z.number()), uom: z.optional(z.string()) })),
)

const common = {
  eventTime: moment,
  eventTimeZoneOffset: offset,
  recordTime: z.optional(moment),
  eventID: z.optional(z.string()),
  errorDeclaration: z.optional(z.looseObject({ declarationTime: moment, reason: z.optional(z.string()) })),
  bizStep: z.optional(z.string()),
  disposition: z.optional(z.string()),
  readPoint: place,
  bizLocation: place,
  bizTransactionList: z.optional(z.array(z.looseObject({ type: z.optional(z.string()), bizTransaction: z.string() }))),
  sourceList: z.optional(z.array(z.looseObject({ type: z.string(), source: uri }))),
  destinationList: z.optional(z.array(z.looseObject({ type: z.string(), destination: uri }))),
  ilmd: z.optional(z.record(z.string(), z.unknown())),
}

const children = { parentID: z.optional(uri), childEPCs: uris, childQuantityList: quantities }

const event = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('ObjectEvent'), ...common, action, epcList: uris, quantityList: quantities }),
  z.looseObject({ type: z.literal('AggregationEvent'), ...common, action, ...children }),
  z.looseObject({ type: z.literal('AssociationEvent'), ...common, action, ...children }),
  z.looseObject({
    type: z.literal('TransactionEvent'),
    ...common,
    action,
    parentID: z.optional(uri),
    epcList: uris,
    quantityList: quantities,
  }),
  z.looseObject({
    type: z.literal('TransformationEvent'),
    ...common,
    inputEPCList: uris,
    inputQuantityList: quantities,
    outputEPCList: uris,
    outputQuantityList: quantities,
  }),
])

const vocabulary = z.looseObject({
  type: z.string(),
  vocabularyElementList: z.optional(
    z.array(
      z.looseObject({
        id: z.string(),
        attributes: z.optional(z.array(z.looseObject({ id: z.string(), attribute: z.optional(z.unknown()) }))),
      }),
    ),
  ),
})

export const documentShape = z.looseObject({
  type: z.literal('EPCISDocument', 'is not EPCISDocument'),
  schemaVersion: z.string().check(z.regex(/^(?:1\.2|2(?:\.\d+)*)$/, 'is neither 1.2 nor 2.0')),
  creationDate: moment,
  sender: z.optional(z.string()),
  receiver: z.optional(z.string()),
  instanceIdentifier: z.optional(z.string()),
  guidelineVersion: z.optional(z.string()),
  transactionStatement: z.optional(z.object({ isAffirmed: z.boolean(), notice: z.string() })),
  epcisHeader: z.optional(
    z.looseObject({
      epcisMasterData: z.optional(z.looseObject({ vocabularyList: z.optional(z.array(vocabulary)) })),
    }),
  ),
  epcisBody: z.looseObject({ eventList: z.array(event) }),
})

export type EpcisDocument = z.infer<typeof documentShape>
export type EpcisEvent = EpcisDocument['epcisBody']['eventList'][number]
