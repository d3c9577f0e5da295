import fastJson from 'fast-json-stringify'
import * as z from 'zod/mini'
import { Moment } from '#shared/wire.ts'

type Write = (answer: unknown) => string

/**
 * Writes answers as their schema says: what does not belong stays out, and what is missing is refused. Made of the schema
 * when the first answer is written, and a quarter of the cost of parsing an answer and writing what comes of it. One wrong
 * value does not cost the whole answer; tests have all values checked before (`checksReplies`).
 */
export const replyWriter = (schema: z.core.$ZodType): Write => {
  let write: Write | null = null
  return (answer) => (write ??= makeWriter(schema))(answer)
}

const makeWriter = (schema: z.core.$ZodType): Write => {
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output', override: describe })
  return hasOneShape(shape) ? fastJson(shape as fastJson.Schema) : (answer) => JSON.stringify(z.parse(schema, answer))
}

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
