import * as z from 'zod/mini'
import { isDay, masterField } from './read-words.ts'

/**
 * The parts of an EPCIS capture document that traceability reads, in the JSON form of EPCIS 2.0. XML documents are
 * converted to it first, so that both have one validation. Fields of other parties' extensions are ignored.
 */

const zone = String.raw`(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)`
const timeWithZone = new RegExp(String.raw`^(?:19|2\d)\d{2}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?${zone}$`)
/** JavaScript reads February 30 as March 2. */
const isMoment = (text: string): boolean =>
  timeWithZone.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text))
const moment = z.string('is not text').check(z.refine(isMoment, 'is not a time with its zone'))
const offset = z.string().check(z.regex(/^[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)$/, 'is not an offset such as -05:00'))
const text = z.string('is not text')
/** Indexed, so it has a limit. */
const shortText = text.check(z.maxLength(500, 'has more than 500 characters'))
const uri = shortText.check(z.regex(/^[a-z][a-z\d+.-]*:\S+$/i, 'is not an identifier such as urn:epc:id:sgtin:…'))
const list = <T extends z.core.SomeType>(entry: T) => z.optional(z.array(entry, 'is not a list'))
const uris = list(uri)
const action = z.enum(['ADD', 'OBSERVE', 'DELETE'], 'is not ADD, OBSERVE or DELETE')
const place = z.optional(z.looseObject({ id: uri }))
const quantities = list(
  z.looseObject({ epcClass: uri, quantity: z.optional(z.number('is not a number')), uom: z.optional(text) }),
)
const references = z
  .array(z.looseObject({ type: z.optional(shortText), bizTransaction: shortText }), 'is not a list')
  .check(z.maxLength(1000, 'has more than 1,000 entries'))
const masterData = z
  .record(z.string(), z.unknown())
  .check(
    z.refine((data) => masterField(data, 'lotNumber').length <= 200, 'has a lot number of more than 200 characters'),
  )

const common = {
  eventTime: moment,
  eventTimeZoneOffset: offset,
  recordTime: z.optional(moment),
  eventID: z.optional(shortText),
  errorDeclaration: z.optional(z.looseObject({ declarationTime: moment, reason: z.optional(text) })),
  bizStep: z.optional(text),
  disposition: z.optional(text),
  readPoint: place,
  bizLocation: place,
  bizTransactionList: z.optional(references),
  sourceList: list(z.looseObject({ type: text, source: uri })),
  destinationList: list(z.looseObject({ type: text, destination: uri })),
  ilmd: z.optional(masterData),
}

const children = { parentID: z.optional(uri), childEPCs: uris, childQuantityList: quantities }

const event = z.discriminatedUnion(
  'type',
  [
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
  ],
  'is not a kind of event that EPCIS defines',
)

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
  epcisBody: z.looseObject({ eventList: z.array(event, 'is not a list') }),
})

export type EpcisDocument = z.infer<typeof documentShape>
export type EpcisEvent = EpcisDocument['epcisBody']['eventList'][number]
