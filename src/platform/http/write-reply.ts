import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'

type Schema = z.core.$ZodType
type Write = (answer: unknown) => string

/**
 * Compiles a serializer from the schema on first use: it drops unknown properties, fails on missing ones and writes
 * moments with the offset of the time zone, at a quarter of the cost of parsing and stringifying. It does not validate
 * values; tests do (`checksReplies`).
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

/** Internals of the compiled serializer that its types leave out. */
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
  // Validators are only needed for unions.
  return restore({ ...parts, validator: null })
}

const hasMoments = (shape: z.core.JSONSchema.BaseSchema): boolean => JSON.stringify(shape).includes('"date-time"')

/** Choosing between union members requires parsing. */
const hasOneShape = (shape: z.core.JSONSchema.BaseSchema): boolean =>
  shape.type !== undefined && !/"(anyOf|oneOf|allOf|\$ref)":/.test(JSON.stringify(shape))

type Described = Parameters<NonNullable<z.core.ToJSONSchemaParams['override']>>[0]

/** Translates to fast-json-stringify's dialect: `format` marks moments, and null has a keyword. */
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

type WriteMoment = (moment: Date | string) => string

/** UTC offsets only change at multiples of 15 minutes, in every time zone. */
const quarter = 900_000
const kept = 10_000

/** Writes moments as ISO 8601 with the zone's offset, so that the first ten characters are the local day. */
export const momentWriter = (timeZone: string): WriteMoment => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsets = new Map<number, string>()
  const offsetAt = (at: number): string => {
    const key = Math.floor(at / quarter)
    const known = offsets.get(key)
    if (known !== undefined) return known
    if (offsets.size >= kept) offsets.clear()
    // UTC itself is formatted without digits.
    const offset = /GMT([+-]\d\d:\d\d)/.exec(format.format(at))?.[1] ?? '+00:00'
    offsets.set(key, offset)
    return offset
  }
  return (moment) => {
    if (typeof moment === 'string' && !moment.includes('T')) return moment
    const at = typeof moment === 'string' ? Date.parse(moment) : moment.getTime()
    const offset = offsetAt(at)
    const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4))
    const local = new Date(at + (offset.startsWith('-') ? -minutes : minutes) * 60_000)
    return local.toISOString().slice(0, -1) + offset
  }
}
