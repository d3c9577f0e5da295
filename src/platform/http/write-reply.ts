import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'
import { momentWriter, type WriteMoment } from './write-moment.ts'

type Schema = z.core.$ZodType
type Write = (answer: unknown) => string

/**
 * Writes answers as their schema says: what does not belong stays out, and what is missing is refused; moments have the offset
 * of the time zone. Made of the schema when the first answer is written, and a quarter of the cost of parsing an answer and
 * writing what comes of it. One wrong value does not cost the whole answer; tests have all values checked before
 * (`checksReplies`).
 */
export const replyWriterIn = (timeZone: string): ((schema: Schema) => Write) => {
  const writeMoment = momentWriter(timeZone)
  return (schema) => lateWriter(schema, writeMoment)
}

const lateWriter = (schema: Schema, writeMoment: WriteMoment): Write => {
  let write: Write | null = null
  return (answer) => (write ??= makeWriter(schema, writeMoment))(answer)
}

const makeWriter = (schema: Schema, writeMoment: WriteMoment): Write => {
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output', override: describe })
  if (hasOneShape(shape)) return fastWriter(shape, writeMoment)
  if (choicesOf(schema).length === 0 && hasMoments(shape))
    throw new Error('Moments stand in one shape, or in one of several.')
  const choices = choicesOf(schema).map((choice) => ({ choice, write: lateWriter(choice, writeMoment) }))
  return (answer) =>
    choices.find(({ choice }) => z.safeParse(choice, answer).success)?.write(answer) ??
    JSON.stringify(z.parse(schema, answer))
}

const choicesOf = ({ _zod: { def } }: Schema): readonly Schema[] =>
  def.type === 'union' ? (def as z.core.$ZodUnionDef).options : []

/** What the writer is made of, which its types leave out. */
interface Parts {
  code: string
  serializer: { asDateTime: (moment: Date | string) => string }
  validator: unknown
}
const restore = fastJson.restore as unknown as (parts: Parts) => Write

const fastWriter = (shape: z.core.JSONSchema.BaseSchema, writeMoment: WriteMoment): Write => {
  const schema = shape as fastJson.Schema
  if (!hasMoments(shape)) return fastJson(schema)
  const parts = fastJson(schema, { mode: 'debug' }) as unknown as Parts
  parts.serializer.asDateTime = (moment) => JSON.stringify(writeMoment(moment))
  // Validators are for what has several shapes.
  return restore({ ...parts, validator: null })
}

const hasMoments = (shape: z.core.JSONSchema.BaseSchema): boolean => JSON.stringify(shape).includes('"date-time"')

/** Which of several shapes is meant, only parsing knows. */
const hasOneShape = (shape: z.core.JSONSchema.BaseSchema): boolean =>
  shape.type !== undefined && !/"(anyOf|oneOf|allOf|\$ref)":/.test(JSON.stringify(shape))

type Described = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]

/** In the words of the writer, which knows moments by their format and null by a keyword of its own. */
const describe = ({ zodSchema, jsonSchema }: Described): void => {
  const { def } = zodSchema._zod
  const isNullable = def.type === 'nullable'
  const told = isNullable ? def.innerType : zodSchema
  const moment = (told as unknown) === Moment ? { type: 'string', format: 'date-time' } : null
  if (!isNullable) return void Object.assign(jsonSchema, moment)
  const inner = moment ?? jsonSchema.anyOf?.[0]
  if (!inner) return
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, inner, { nullable: true })
}
