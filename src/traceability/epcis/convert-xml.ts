import { type ValidationError, XMLParser, XMLValidator } from 'fast-xml-parser'
import { cbvName, usName } from './expand-names.ts'

/** Thrown for text that is not an EPCIS document in XML; the message says why. */
export class UnreadableXml extends Error {}

type Node = Record<string, unknown>

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // For character references such as &#45;.
  htmlEntities: true,
})

/** Converts an EPCIS 1.2 or 2.0 document from XML to the JSON form of EPCIS 2.0; validates nothing else. */
export const convertXml = (text: string): Record<string, unknown> => {
  // Neither version of the standard has one, and its entities can fill the memory.
  if (/<!DOCTYPE/i.test(text)) throw new UnreadableXml('A document type declaration (DOCTYPE) is not allowed.')
  // The parser drops them, which would make another text.
  if (/&#(?:x0*(?:1[\da-f]|[0-8bcef])|0*(?:1[124-9]|2\d|3[01]|[0-8]));/i.test(text))
    throw new UnreadableXml('A reference to a control character is not allowed.')
  const { short, runs } = takeEpcs(text)
  const valid = XMLValidator.validate(short)
  if (valid !== true) throw malformed(text, valid)
  const nodes = parsed(short)
  const root = nodes.find((node) => tagOf(node) !== '#text')
  if (!root) throw new UnreadableXml('The file has no XML element.')
  const scope = scopeOf(root, new Map())
  const tag = tagOf(root)
  const { local, namespace } = nameOf(root, scope)
  removePrefixes(root, scope)
  if (local !== 'EPCISDocument' || !isEpcis.test(namespace))
    throw new UnreadableXml(`The root element is ${tag}, not an EPCISDocument of EPCIS 1.2 or 2.0.`)
  const header = childOf(root, 'EPCISHeader')
  const body = childOf(root, 'EPCISBody')
  return {
    type: 'EPCISDocument',
    ...picked(attributesOf(root), ['schemaVersion', 'creationDate']),
    ...(header && readHeader(header, scope)),
    ...(body && { epcisBody: readBody(body, scope, runs) }),
  }
}

/** The line is the one of the whole document. */
const malformed = (text: string, { err }: ValidationError): UnreadableXml => {
  const whole = XMLValidator.validate(text)
  const { line, msg } = whole === true ? err : whole.err
  return new UnreadableXml(`The XML is malformed in line ${line}: ${msg}`)
}

/** The texts of `<epc>` elements that were taken out of a document, by run. */
type Runs = readonly (readonly string[])[]

/** XML forbids this character, so no document contains it. */
const mark = '\u001f'

/**
 * Takes each run of `<epc>` elements out and leaves one that names the run. A document may have a hundred thousand of
 * them, and the parser needs several objects for each and a string for each character.
 */
const takeEpcs = (text: string): { short: string; runs: string[][] } => {
  const [, prefix = ''] = /<([\w.-]+:)?EPCISDocument[\s>]/.exec(text) ?? []
  const name = text.includes(`<${prefix}epc>`) ? `${prefix}epc` : 'epc'
  const epc = new RegExp(`<${name}>([^<&]*)</${name}>\\s*`, 'y')
  const parts: string[] = []
  const runs: string[][] = []
  let from = 0
  for (let start = text.indexOf(`<${name}>`); start !== -1; start = text.indexOf(`<${name}>`, from)) {
    const run: string[] = []
    let end = start
    epc.lastIndex = start
    for (let found = epc.exec(text); found; found = epc.exec(text)) {
      run.push((found[1] ?? '').trim())
      end = epc.lastIndex
    }
    if (run.length === 0) end = start + name.length + 2
    parts.push(
      text.slice(from, start),
      run.length === 0 ? `<${name}>` : `<${name}>${mark}${runs.length}${mark}</${name}>`,
    )
    if (run.length > 0) runs.push(run)
    from = end
  }
  // The parser needs a string for each blank, too, and long runs of them mean no more than one.
  const short = (parts.join('') + text.slice(from)).replaceAll(/\s{100,10000}/g, ' ')
  return { short, runs }
}

const epcsWith =
  (runs: Runs) =>
  (list: Node): string[] =>
    elementsOf(list).flatMap((element) => {
      const text = textOf(element)
      return (text.startsWith(mark) && runs[Number(text.slice(1, -1))]) || [text]
    })

/** The parser refuses some well-formed documents: reserved names and too deep nesting. */
const parsed = (text: string): Node[] => {
  try {
    return parser.parse(text)
  } catch (error) {
    throw new UnreadableXml(`The XML cannot be read: ${error instanceof Error ? error.message.slice(0, 200) : ''}`)
  }
}

const childrenOf = (node: Node): Node[] => {
  const content = node[tagOf(node)]
  return Array.isArray(content) ? content : []
}
const elementsOf = (node: Node): Node[] => childrenOf(node).filter((child) => tagOf(child) !== '#text')
const tagOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? ''
/** The standard allows each of them once, so which of two is meant is unknown. */
const childOf = (node: Node, tag: string): Node | undefined => {
  const [first, second] = childrenOf(node).filter((child) => tagOf(child) === tag)
  if (second) throw new UnreadableXml(`The element ${tagOf(node)} has two elements ${tag}.`)
  return first
}
const attributesOf = (node: Node): Record<string, string> => (node[':@'] ?? {}) as Record<string, string>
const textOf = (node: Node | undefined): string =>
  node === undefined
    ? ''
    : childrenOf(node)
        .map((child) => ('#text' in child ? String(child['#text']) : ''))
        .join('')
        .trim()

const picked = (from: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))

const isEpcis = /^urn:epcglobal:epcis:xsd:[12]$/

type Scope = ReadonlyMap<string, string>

/** Prefixes may be declared on any element. */
const scopeOf = (node: Node, outer: Scope): Scope => {
  const declared = Object.entries(attributesOf(node)).filter(([name]) => name.startsWith('xmlns'))
  if (declared.length === 0) return outer
  return new Map([...outer, ...declared.map(([name, uri]): [string, string] => [name.slice('xmlns:'.length), uri])])
}

const nameOf = (node: Node, outer: Scope): { local: string; namespace: string } => {
  const [first = '', second] = tagOf(node).split(':')
  const scope = scopeOf(node, outer)
  return second === undefined
    ? { local: first, namespace: scope.get('') ?? '' }
    : { local: second, namespace: scope.get(first) ?? '' }
}

/** Some systems write the prefix of EPCIS on all elements, where the standard has it on the root only. */
const removePrefixes = (node: Node, outer: Scope): void => {
  const scope = scopeOf(node, outer)
  const tag = tagOf(node)
  const { local, namespace } = nameOf(node, outer)
  if (tag !== local && isEpcis.test(namespace) && /^[A-Za-z]\w*$/.test(local)) {
    node[local] = node[tag]
    delete node[tag]
  }
  for (const child of elementsOf(node)) removePrefixes(child, scope)
}

const isUs = ({ local, namespace }: { local: string; namespace: string }, wanted: string): boolean =>
  usName(`${namespace.replace(/[#/]$/, '')}#${local}`) === wanted

const readHeader = (header: Node, outer: Scope): Record<string, unknown> => {
  const scope = scopeOf(header, outer)
  const found: Record<string, unknown> = {}
  const add = (fields: Record<string, unknown>) => {
    for (const [name, value] of Object.entries(fields)) {
      if (Object.hasOwn(found, name)) throw new UnreadableXml(`The header has ${name} twice.`)
      found[name] = value
    }
  }
  for (const child of elementsOf(header)) {
    const name = nameOf(child, scope)
    if (name.local === 'StandardBusinessDocumentHeader') add(readEnvelope(child))
    else if (tagOf(child) === 'extension') add({ epcisHeader: readMasterData(childOf(child, 'EPCISMasterData')) })
    else if (tagOf(child) === 'EPCISMasterData') add({ epcisHeader: readMasterData(child) })
    else if (isUs(name, 'guidelineVersion')) add({ guidelineVersion: textOf(child) })
    else if (isUs(name, 'dscsaTransactionStatement')) add({ transactionStatement: readStatement(child, scope) })
  }
  return found
}

const readStatement = (statement: Node, outer: Scope) => {
  const scope = scopeOf(statement, outer)
  const text = (wanted: string) => {
    const [first, second] = elementsOf(statement).filter((child) => isUs(nameOf(child, scope), wanted))
    if (second) throw new UnreadableXml(`The transaction statement has ${wanted} twice.`)
    return textOf(first)
  }
  return { isAffirmed: /^(?:true|1)$/.test(text('affirmTransactionStatement')), notice: text('legalNotice') }
}

const localChildren = (node: Node, local: string): Node[] =>
  elementsOf(node).filter((child) => tagOf(child).split(':').at(-1) === local)

/** The one text that all elements of the path have; empty if they differ. */
const textAt = (node: Node, ...path: readonly string[]): string => {
  const found = path.reduce<Node[]>((nodes, local) => nodes.flatMap((one) => localChildren(one, local)), [node])
  const [first = '', ...others] = new Set(found.map(textOf))
  return others.length === 0 ? first : ''
}

const readEnvelope = (header: Node): Record<string, string> => ({
  sender: textAt(header, 'Sender', 'Identifier'),
  receiver: textAt(header, 'Receiver', 'Identifier'),
  instanceIdentifier: textAt(header, 'DocumentIdentification', 'InstanceIdentifier'),
})

const readMasterData = (data: Node | undefined): Record<string, unknown> => {
  const list = data && childOf(data, 'VocabularyList')
  const vocabularyList = (list ? elementsOf(list) : []).map((vocabulary) => {
    const elements = childOf(vocabulary, 'VocabularyElementList')
    return {
      type: attributesOf(vocabulary)['type'] ?? '',
      vocabularyElementList: (elements ? elementsOf(elements) : []).map((element) => ({
        id: attributesOf(element)['id'] ?? '',
        attributes: elementsOf(element)
          .filter((child) => tagOf(child) === 'attribute')
          .map((attribute) => ({ id: attributesOf(attribute)['id'] ?? '', attribute: textOf(attribute) })),
      })),
    }
  })
  return { epcisMasterData: { vocabularyList } }
}

const readBody = (body: Node, outer: Scope, runs: Runs): Record<string, unknown> => {
  const list = childOf(body, 'EventList')
  if (!list) return {}
  const scope = scopeOf(list, scopeOf(body, outer))
  return { eventList: eventsIn(list).map((event, at) => readEvent(event, scope, { position: at + 1, runs })) }
}

/** EPCIS 1.2 wraps later kinds of events in extensions. */
const eventsIn = (list: Node): Node[] =>
  elementsOf(list).flatMap((child) => (tagOf(child) === 'extension' ? eventsIn(child) : [child]))

const readEvent = (
  event: Node,
  outer: Scope,
  { position, runs }: { position: number; runs: Runs },
): Record<string, unknown> => {
  const found: Record<string, unknown> = { type: tagOf(event) }
  addFields(event, scopeOf(event, outer), { found, position, epcs: epcsWith(runs) })
  return found
}

interface Adding {
  found: Record<string, unknown>
  position: number
  epcs: (list: Node) => string[]
}

const addFields = (node: Node, scope: Scope, adding: Adding): void => {
  const { found, position, epcs } = adding
  for (const child of elementsOf(node)) {
    const tag = tagOf(child)
    if (tag !== 'type' && Object.hasOwn(found, tag))
      throw new UnreadableXml(`Event ${position} has the element ${tag} twice.`)
    if (tag === 'extension' || tag === 'baseExtension') addFields(child, scopeOf(child, scope), adding)
    else if (epcLists.has(tag)) found[tag] = epcs(child)
    else if (Object.hasOwn(fields, tag)) found[tag] = fields[tag]?.(child, scope)
    else if (isUs(nameOf(child, scope), 'dropShipment')) found['gs1ushc:dropShipment'] = textOf(child)
  }
}

const epcLists = new Set(['epcList', 'childEPCs', 'inputEPCList', 'outputEPCList'])
const place = (node: Node) => ({ id: textOf(childOf(node, 'id')) })
const quantities = (list: Node) =>
  elementsOf(list).map((element) => ({
    epcClass: textOf(childOf(element, 'epcClass')),
    ...(childOf(element, 'quantity') && { quantity: asNumber(textOf(childOf(element, 'quantity'))) }),
    ...(childOf(element, 'uom') && { uom: textOf(childOf(element, 'uom')) }),
  }))
/** Other text stays text, which the validation refuses. */
const asNumber = (text: string): number | string =>
  /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text
const typed = (name: string) => (list: Node) =>
  elementsOf(list).map((element) => ({ ...picked(attributesOf(element), ['type']), [name]: textOf(element) }))

/** Names of the Core Business Vocabulary with the prefix `cbvmda`, whatever prefix the document has for it. */
const readIlmd = (node: Node, outer: Scope): Record<string, string> => {
  const scope = scopeOf(node, outer)
  const found = new Map<string, string>()
  for (const child of elementsOf(node)) {
    const { local, namespace } = nameOf(child, scope)
    const cbv = cbvName(`${namespace.replace(/[:#]$/, '')}#${local}`)
    const name = cbv === null ? `other:${tagOf(child)}` : `cbvmda:${cbv}`
    if (cbv !== null && found.has(name)) throw new UnreadableXml(`The master data of an event have ${cbv} twice.`)
    found.set(name, textOf(child))
  }
  return Object.fromEntries(found)
}

const fields: Record<string, (node: Node, scope: Scope) => unknown> = {
  ...Object.fromEntries(
    ['eventTime', 'eventTimeZoneOffset', 'recordTime', 'eventID', 'action', 'bizStep', 'disposition', 'parentID'].map(
      (name) => [name, textOf],
    ),
  ),
  ...Object.fromEntries(
    ['quantityList', 'childQuantityList', 'inputQuantityList', 'outputQuantityList'].map((name) => [name, quantities]),
  ),
  readPoint: place,
  bizLocation: place,
  bizTransactionList: typed('bizTransaction'),
  sourceList: typed('source'),
  destinationList: typed('destination'),
  ilmd: readIlmd,
  errorDeclaration: (node) => ({
    declarationTime: textOf(childOf(node, 'declarationTime')),
    reason: textOf(childOf(node, 'reason')),
  }),
}
