import { convertXml, UnreadableXml } from './convert-xml.ts'
import { documentShape, type EpcisDocument } from './document-shapes.ts'
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
  if (raw === undefined) return { problems: ['The file is not valid JSON.'] }
  if (raw === null) return { problems: ['The JSON is a list, not one EPCISDocument.'] }
  const contexts = [raw['@context']].flat()
  if (!contexts.some((context) => typeof context === 'string' && gs1Context.test(context)))
    return { problems: ['@context: does not name the EPCIS context of GS1.'] }
  if (typeof raw['schemaVersion'] === 'string' && raw['schemaVersion'].startsWith('1'))
    return { problems: ['schemaVersion: EPCIS 1.2 has no JSON form.'] }
  return validated({ ...raw, ...usFieldsOf(raw) }, 'JSON-LD')
}

const gs1Context = /^https:\/\/(?:ref\.)?gs1(?:\.github\.io|\.org)\/\S*epcis/i

/** Null for a list. */
const parsed = (text: string): Record<string, unknown> | null | undefined => {
  try {
    const raw: unknown = JSON.parse(text)
    if (Array.isArray(raw)) return null
    return typeof raw === 'object' && raw !== null ? { ...raw } : undefined
  } catch {
    return undefined
  }
}

/** In JSON the US fields are extensions of the document or of its header. */
const usFieldsOf = (raw: Record<string, unknown>): Record<string, unknown> => {
  const header = raw['epcisHeader']
  const source = { ...raw, ...(typeof header === 'object' && header !== null && header) }
  const guidelineVersion = localValue(source, 'guidelineVersion')
  const statement = localValue(source, 'dscsaTransactionStatement')
  const statementFields = typeof statement === 'object' && statement !== null ? { ...statement } : null
  return {
    ...(typeof guidelineVersion === 'string' && { guidelineVersion }),
    ...(statementFields && {
      transactionStatement: {
        isAffirmed: String(localValue(statementFields, 'affirmTransactionStatement')) === 'true',
        notice: textIn(localValue(statementFields, 'legalNotice')),
      },
    }),
  }
}

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

const localValue = (from: Record<string, unknown>, local: string): unknown =>
  Object.entries(from).find(([name]) => name.split(/[:#/]/).at(-1) === local)?.[1]

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
