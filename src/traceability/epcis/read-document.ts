import { convertXml, UnreadableXml } from './convert-xml.ts'
import { documentShape, type EpcisDocument } from './document-shapes.ts'
import { cbvName, expandName, type Terms, termsOf, usName } from './expand-names.ts'
import { isReadable } from './read-words.ts'

export type Reading =
  | { document: EpcisDocument; format: 'XML' | 'JSON-LD' }
  /** Why the file is refused, for the person who sends it. */
  | { problems: string[] }

/** Reads an EPCIS capture document: 1.2 or 2.0 as XML, or 2.0 as JSON-LD. Reports at most ten problems. */
export const readDocument = (content: string): Reading => {
  const text = content.replace(/^\uFEFF/, '').trimStart()
  if (text === '') return { problems: ['The file is empty.'] }
  if (text.startsWith('<')) return readXml(text)
  if (/^[{[]/.test(text)) return readJson(text)
  return { problems: ['The file is neither XML nor JSON.'] }
}

const readXml = (text: string): Reading => {
  try {
    return validated(convertXml(text), 'XML')
  } catch (error) {
    if (error instanceof UnreadableXml) return { problems: [error.message] }
    throw error
  }
}

const readJson = (text: string): Reading => {
  const raw = parsed(text)
  if (raw === 'repeated') return { problems: ['The JSON has an object with the same name twice.'] }
  if (raw === undefined) return { problems: ['The file is not valid JSON.'] }
  if (raw === null) return { problems: ['The JSON is a list, not one EPCISDocument.'] }
  const contexts = [raw['@context']].flat()
  if (!contexts.some((context) => typeof context === 'string' && gs1Context.test(context)))
    return { problems: ['@context: does not name the EPCIS context of GS1.'] }
  if (typeof raw['schemaVersion'] === 'string' && raw['schemaVersion'].startsWith('1'))
    return { problems: ['schemaVersion: EPCIS 1.2 has no JSON form.'] }
  const terms = termsOf(contexts)
  return validated({ ...raw, ...usFieldsOf(raw, terms), ...bodyOf(raw, terms) }, 'JSON-LD')
}

const gs1Context = /^https:\/\/(?:ref\.)?gs1(?:\.github\.io|\.org)\/\S*epcis/i

/** Null for a list. */
const parsed = (text: string): Record<string, unknown> | null | undefined | 'repeated' => {
  try {
    const raw: unknown = JSON.parse(text)
    if (Array.isArray(raw)) return null
    if (typeof raw !== 'object' || raw === null) return undefined
    return namesIn(text) === namesOf(raw) ? { ...raw } : 'repeated'
  } catch {
    return undefined
  }
}

/** How many names the text of an object and its parts has. Of two equal ones, JSON.parse drops the first. */
const namesIn = (text: string): number => {
  let count = 0
  for (let start = text.indexOf('"'); start !== -1;) {
    let end = start
    do {
      end = text.indexOf('"', end + 1)
    } while (isEscaped(text, end))
    let next = end + 1
    while (/\s/.test(text.charAt(next))) next += 1
    if (text[next] === ':') count += 1
    start = text.indexOf('"', next)
  }
  return count
}

const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

const namesOf = (root: object): number => {
  let count = 0
  const open: object[] = [root]
  for (let value = open.pop(); value; value = open.pop()) {
    if (!Array.isArray(value)) count += Object.keys(value).length
    for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) open.push(child)
  }
  return count
}

/** In JSON the US fields are extensions of the document or of its header; equal names without a prefix are not theirs. */
const usFieldsOf = (raw: Record<string, unknown>, terms: Terms): Record<string, unknown> => {
  const header = raw['epcisHeader']
  const source = { ...raw, ...(isObject(header) && header) }
  const value = (from: Record<string, unknown>, wanted: string): unknown =>
    Object.entries(from).find(([name]) => usName(expandName(name, terms)) === wanted)?.[1]
  const guidelineVersion = value(source, 'guidelineVersion')
  const statement = value(source, 'dscsaTransactionStatement')
  return {
    guidelineVersion: typeof guidelineVersion === 'string' ? guidelineVersion : undefined,
    transactionStatement: isObject(statement)
      ? {
          isAffirmed: String(value(statement, 'affirmTransactionStatement')) === 'true',
          notice: textIn(value(statement, 'legalNotice')),
        }
      : undefined,
  }
}

/** The body with the names of master data in the form of `cbvmda:lotNumber`, whatever prefix the document uses. */
const bodyOf = (raw: Record<string, unknown>, terms: Terms): Record<string, unknown> => {
  const body = raw['epcisBody']
  if (!isObject(body) || !Array.isArray(body['eventList'])) return {}
  const eventList = body['eventList'].map((event: unknown) => {
    if (!isObject(event) || !isObject(event['ilmd'])) return event
    const ilmd = Object.entries(event['ilmd']).map(([name, value]) => {
      const local = cbvName(expandName(name, terms))
      return [local === null ? `other:${name}` : `cbvmda:${local}`, value]
    })
    return { ...event, ilmd: Object.fromEntries(ilmd) }
  })
  return { epcisBody: { ...body, eventList } }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const validated = (raw: Record<string, unknown>, format: 'XML' | 'JSON-LD'): Reading => {
  const problem = problemOfTree(raw)
  if (problem) return { problems: [problem] }
  const result = documentShape.safeParse(raw)
  if (result.success) return { document: result.data, format }
  return { problems: result.error.issues.slice(0, 10).map((issue) => describe(issue, raw)) }
}

const maxDepth = 100

/** Empty unless a text cannot be stored, or the nesting would fill the stack. */
const problemOfTree = (root: unknown): string => {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return `The document is nested more than ${maxDepth} levels deep.`
    const next: unknown[] = []
    for (const value of level)
      if (typeof value === 'object' && value !== null)
        for (const [name, child] of Object.entries(value)) {
          for (const text of [name, child])
            if (typeof text === 'string' && !isReadable(text))
              return `The document has a character that no text may contain, in ${JSON.stringify(text.slice(0, 80))}.`
          if (typeof child === 'object') next.push(child)
        }
    level = next
  }
  return ''
}

const describe = ({ path, message }: { path: PropertyKey[]; message: string }, raw: unknown): string => {
  const where = path
    // An event is named by its number.
    .slice(typeof path[2] === 'number' ? 2 : 0)
    .map((part, at) =>
      typeof part === 'number' ? (at === 0 ? `event ${part + 1}` : `entry ${part + 1}`) : String(part),
    )
    .join(', ')
  const says = valueAt(raw, path) === undefined ? 'is missing' : message.replace(/^Invalid .*$/s, 'is not valid')
  return `${where || 'document'}: ${says}`
}

const valueAt = (raw: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    raw,
  )
