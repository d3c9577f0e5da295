import { numbersFrom } from '#shared/testing-chance.ts'

export interface Shape {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  items?: Shape
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
  minItems?: number
}

/** Malformed or malicious values. */
const hostile: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '😀'.repeat(300),
  'a'.repeat(100_001),
  "' or 1=1 --",
  '%',
  '../../etc/passwd',
  '{"$ne":1}',
  '-1',
  '1e309',
  'NaN',
  '2026-02-30',
  '9999999999999999999',
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  2 ** 53 + 1,
  2 ** 31,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  ['x', 'x'],
]

export interface Hostility {
  /** A valid value of this shape. */
  fitting(shape: Shape | undefined): unknown
  /** The same value with one part malformed or missing. */
  spoiled(value: unknown): unknown
  /** A malformed value for a URL segment. */
  inAddress(): string
  /** True with this probability. */
  happens(chance: number): boolean
}

/** @param ids IDs of existing records, which some valid values use. */
export const makeHostility = (seed: number, ids: readonly string[], schemas: Record<string, Shape>): Hostility => {
  const chance = numbersFrom(seed)
  const happens = (most: number) => chance() < most
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(chance() * from.length)]

  const fitting = (given: Shape | undefined, depth = 0): unknown => {
    const shape = given?.$ref ? schemas[given.$ref.split('/').at(-1) ?? ''] : given
    if (!shape || depth > 6) return 'x'
    if (shape.enum) return pick(shape.enum)
    if ('const' in shape) return shape.const
    const choice = shape.anyOf ?? shape.oneOf
    if (choice) return fitting(pick(choice), depth + 1)
    if (shape.allOf) return Object.assign({}, ...shape.allOf.map((part) => fitting(part, depth + 1)))
    const type = Array.isArray(shape.type) ? pick(shape.type) : shape.type
    if (type === 'object')
      return Object.fromEntries(
        Object.entries(shape.properties ?? {})
          .filter(([name]) => shape.required?.includes(name) || happens(0.7))
          .map(([name, part]) => [name, fitting(part, depth + 1)]),
      )
    if (type === 'array')
      return Array.from({ length: Math.max(shape.minItems ?? 0, Math.floor(chance() * 3)) }, () =>
        fitting(shape.items, depth + 1),
      )
    if (type === 'boolean') return happens(0.5)
    if (type === 'null') return null
    if (type === 'integer' || type === 'number')
      return Math.min(shape.maximum ?? 999_999_999, Math.max(shape.minimum ?? 1, pick([1, 2, 10, 999_999_999]) ?? 1))
    return textOf(shape)
  }

  const textOf = ({ format, minLength }: Shape): string => {
    if (format === 'uuid') return pick([...ids, '01890000-0000-7000-8000-000000000000']) ?? ''
    if (format === 'email') return 'nobody@test.example'
    if (format === 'date') return '2026-11-01'
    if (format === 'date-time') return '2026-11-01T00:00:00Z'
    return (pick(['abc', '1', 'Test name', 'CA', '90001', '2026-11-01', '5551234567']) ?? '').padEnd(
      minLength ?? 0,
      'x',
    )
  }

  const spoiled = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || happens(0.25)) return pick(hostile)
    if (Array.isArray(value)) return value.length > 0 ? value.map(spoiled) : Array(5_000).fill('x')
    const name = pick(Object.keys(value))
    if (name === undefined) return pick(hostile)
    const { [name]: part, ...others } = value as Record<string, unknown> // any object can be read like this
    return happens(0.1) ? others : { ...others, [name]: spoiled(part) }
  }

  const inAddress = (): string => {
    const value = pick(hostile)
    const text = typeof value === 'string' ? value.slice(0, 2_000) : JSON.stringify(value)
    // A lone surrogate cannot be encoded in a URL, but an invalid byte sequence can.
    return text.isWellFormed() ? encodeURIComponent(text) || '%20' : '%ED%A0%80'
  }

  return { fitting: (shape) => fitting(shape), spoiled, inAddress, happens }
}
