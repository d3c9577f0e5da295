import { XMLParser } from 'fast-xml-parser'

interface Property {
  isCreatable: boolean
  isUpdatable: boolean
  isFilterable: boolean
  maxLength: number | null
}

export interface Entity {
  name: string
  isCreatable: boolean
  properties: ReadonlyMap<string, Property>
  /** Relations and their target entities. */
  relations: ReadonlyMap<string, string>
}

export type Model = ReadonlyMap<string, Entity>

/** The parser's output: attributes are strings, elements are arrays. */
type Tag = { [name: string]: string | (Tag | string)[] }

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  processEntities: false,
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

/** The entities of a `$metadata` document; empty if it is another document. */
export const readMetadata = (xml: string): Model => {
  const document = parsed(xml)
  const sets = new Map(tagsIn(document, 'EntitySet').map((set) => [lastName(attribute(set, 'EntityType')), set]))
  const ends = new Map(
    tagsIn(document, 'Association').flatMap((association) =>
      tagsIn(association, 'End').map((end) => [
        `${attribute(association, 'Name')} ${attribute(end, 'Role')}`,
        lastName(attribute(end, 'Type')),
      ]),
    ),
  )
  return byName(tagsIn(document, 'EntityType'), (tag, name) => ({
    name,
    isCreatable: isNotRefused(sets.get(name) ?? {}, 'creatable'),
    properties: byName(tagsIn(tag, 'Property'), propertyOf),
    relations: byName(
      tagsIn(tag, 'NavigationProperty'),
      (link) => ends.get(`${lastName(attribute(link, 'Relationship'))} ${attribute(link, 'ToRole')}`) ?? '',
    ),
  }))
}

const byName = <T>(tags: Tag[], read: (tag: Tag, name: string) => T): ReadonlyMap<string, T> =>
  new Map(tags.map((tag) => [attribute(tag, 'Name'), read(tag, attribute(tag, 'Name'))]))

const parsed = (xml: string): Tag => {
  try {
    return parser.parse(xml) as Tag // by the options above
  } catch {
    return {}
  }
}

/** All elements with this name, at any depth. */
const tagsIn = (tag: Tag, name: string): Tag[] =>
  Object.entries(tag).flatMap(([each, inner]) => {
    const tags = typeof inner === 'string' ? [] : inner.filter((one) => typeof one !== 'string')
    return each === name ? tags : tags.flatMap((one) => tagsIn(one, name))
  })

const propertyOf = (tag: Tag): Property => ({
  isCreatable: isNotRefused(tag, 'creatable'),
  isUpdatable: isNotRefused(tag, 'updatable'),
  isFilterable: isNotRefused(tag, 'filterable'),
  maxLength: Number(attribute(tag, 'MaxLength')) || null,
})

/** The `sap:` attributes default to true. */
const isNotRefused = (tag: Tag, right: string) => tag[right] !== 'false'

const attribute = (tag: Tag, name: string): string => {
  const value = tag[name]
  return typeof value === 'string' ? value : ''
}

const lastName = (qualified: string) => qualified.slice(qualified.lastIndexOf('.') + 1)

/** The requested paths that this service has: a field, a relation, or one below the other. */
export const availablePaths = (model: Model, root: string, paths: readonly string[]): string[] =>
  paths.filter((path) => {
    let entity = model.get(root)
    const steps = path.split('/')
    const last = steps.pop() ?? ''
    for (const step of steps) entity = model.get(entity?.relations.get(step) ?? '')
    return entity !== undefined && (entity.properties.has(last) || entity.relations.has(last))
  })

/** The `$select` and `$expand` parameters for these paths. */
export const selection = (model: Model, root: string, paths: readonly string[]): Record<string, string> => {
  const known = availablePaths(model, root, paths)
  const parents = [...new Set(known.filter((path) => path.includes('/')).map((path) => path.replace(/\/[^/]+$/, '')))]
  const deepest = parents.filter((path) => !parents.some((other) => other.startsWith(`${path}/`)))
  return { $select: known.join(','), ...(deepest.length > 0 && { $expand: deepest.join(',') }) }
}
