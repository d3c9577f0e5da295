import * as z from 'zod/mini'
import { grouped } from './number-words.ts'

const maxCharacters = 2_000
export const maxValueLength = 100
const pageSizes = { usual: 50, most: 200 }

/** Filters of a list: text by known keys. */
export type Filter<K extends string = string> = { [key in K]?: string }

/** Filter keys, sort keys and default order of a list. */
export interface ListShape<K extends string, S extends string> {
  filters: readonly K[]
  sorts: readonly S[]
  sort: SortOrder<S>
}

/** `createdAt`, or `-createdAt` for descending order. */
export type SortOrder<S extends string> = S | `-${S}`

export const listShape = <const K extends string, const S extends string>(
  shape: Omit<ListShape<K, S>, 'sort'> & { sort: NoInfer<SortOrder<S>> },
): ListShape<K, S> => shape

/** A JSON filter of an API call: keeps known keys, and refuses invalid values. */
export const jsonFilter = <K extends string>(keys: readonly K[]) => {
  const schema = z.transform((value, context) => {
    const read = readFilter(value, keys)
    if (typeof read !== 'string') return read
    context.issues.push({ code: 'custom', message: read, input: value })
    return z.NEVER
  })
  return schema as unknown as z.ZodMiniType<Filter<K>, string | Filter<K>> // the transform checks the input
}

/** A path segment with a person's ID, a word such as `all`, or a JSON filter. */
export const idOrFilter = <K extends string>(keys: readonly K[]) => {
  const schema = z.transform((value, context) => {
    const text = String(value)
    if (!text.trimStart().startsWith('{') && text.length <= 254) return { id: text, filter: {} }
    const read = readFilter(text, keys)
    if (typeof read !== 'string') return { id: null, filter: read }
    context.issues.push({ code: 'custom', message: read, input: value })
    return z.NEVER
  })
  return schema as unknown as z.ZodMiniType<{ id: string | null; filter: Filter<K> }, string> // the same
}

/** The filter in a page's address. Unreadable parts are dropped for old links; plain text searches all columns. */
export const lenientFilter = <K extends string>(keys: readonly K[]) => {
  const schema = z.transform((value) => {
    const any = keys.find((key) => key === 'any')
    const isPlain = any !== undefined && typeof value === 'string' && !value.trimStart().startsWith('{')
    const read = readFilter(isPlain ? { any: value } : value, keys)
    return typeof read === 'string' ? {} : read
  })
  return schema as unknown as z.ZodMiniType<Filter<K>, unknown> // the same
}

/** Query parameters of list calls. */
export const listQuery = <K extends string, S extends string>({ filters, sorts, sort }: ListShape<K, S>) =>
  z.object({
    query: filterOrNone(filters),
    page: z._default(wholeNumber('The page', 1_000_000), 1),
    pageSize: z._default(wholeNumber('The page size', pageSizes.most), pageSizes.usual),
    sort: sortSchema(sorts, sort),
  })

/** Format of an exported list. */
export const fileFormat = z._default(z.enum(['csv', 'xlsx'], 'A file is csv or xlsx.'), 'csv')

const filterOrNone = <K extends string>(keys: readonly K[]) =>
  z._default(jsonFilter<string>(keys), {}) as unknown as z.ZodMiniDefault<z.ZodMiniType<Filter<K>, string | Filter<K>>>

/** A list's sort orders, with its default. */
export const sortSchema = <S extends string>(sorts: readonly S[], usual: SortOrder<S>) => {
  const schema = z._default(z.enum(bothWays<string>(sorts), 'This list cannot be sorted by that column.'), usual)
  return schema as unknown as z.ZodMiniDefault<z.ZodMiniType<SortOrder<S>, SortOrder<S>>> // an enum of these names
}

export const bothWays = <S extends string>(sorts: readonly S[]): SortOrder<S>[] =>
  sorts.flatMap((sort) => [sort, `-${sort}`] as SortOrder<S>[])

const wholeNumber = (label: string, most: number) =>
  z.coerce
    .number(`${label} must be a whole number.`)
    .check(
      z.int(`${label} must be a whole number.`),
      z.gte(1, `${label} must be at least 1.`),
      z.lte(most, `${label} can be at most ${grouped(most)}.`),
    )

/** Returns the filter, or why it is invalid. Reads only own properties with known keys. */
const readFilter = <K extends string>(value: unknown, keys: readonly K[]): Filter<K> | string => {
  if (typeof value === 'string' && value.length > maxCharacters) return 'The filter is too long.'
  const object = typeof value === 'string' ? parsed(value) : value
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return 'The filter is not a JSON object.'
  if (forbidden.some((key) => Object.hasOwn(object, key))) return 'The filter contains an invalid name.'
  const filter: Filter<K> = {}
  for (const key of keys) {
    const text = Object.hasOwn(object, key) ? textOf((object as Record<string, unknown>)[key]) : ''
    if (text === null) return `The filter ${key} must be text or a number, of at most ${maxValueLength} characters.`
    if (text !== '') filter[key] = text
  }
  return filter
}

const forbidden = ['__proto__', 'constructor', 'prototype']

const parsed = (text: string): unknown => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' && Number.isFinite(value)) return String(value)
  if (typeof value !== 'string' || value.length > maxValueLength) return null
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is refused
  return /[\u0000-\u001f\u007f]/.test(value) ? null : value.trim()
}

/** The length of a list. Counting stops at a limit, which is shown as "more than". */
export interface Count {
  number: number
  isMore: boolean
}

export const countHeader = 'x-total-count'

/** `37`, or `10000+`. */
export const writeCount = ({ number, isMore }: Count): string => `${number}${isMore ? '+' : ''}`

export const readCount = (text: string | null): Count | null => {
  const [, digits, more] = /^(\d{1,15})(\+?)$/.exec(text ?? '') ?? []
  return digits === undefined ? null : { number: Number(digits), isMore: more === '+' }
}

/** `37 results`, `1 result`, `more than 10,000 results`. */
export const countInWords = ({ number, isMore }: Count): string =>
  `${isMore ? 'more than ' : ''}${grouped(number)} ${number === 1 && !isMore ? 'result' : 'results'}`
