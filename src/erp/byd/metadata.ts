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
  /** Relations and the entities they lead to. */
  relations: ReadonlyMap<string, string>
}

export type Model = ReadonlyMap<string, Entity>

/** The entities of a `$metadata` document. Its tags are machine-made and flat, so plain patterns read them. */
export const readMetadata = (xml: string): Model => {
  const sets = new Map(
    [...xml.matchAll(/<EntitySet\b[^>]*>/g)].map(([tag]) => [lastName(attribute(tag, 'EntityType') ?? ''), tag]),
  )
  const ends = associationEnds(xml)
  return new Map(
    [...xml.matchAll(/<EntityType\b([^>]*)>(.*?)<\/EntityType>/gs)].map(([, head = '', inner = '']) => {
      const name = attribute(head, 'Name') ?? ''
      return [
        name,
        {
          name,
          isCreatable: isNotRefused(sets.get(name) ?? '', 'creatable'),
          properties: propertiesOf(inner),
          relations: relationsOf(inner, ends),
        },
      ]
    }),
  )
}

const propertiesOf = (xml: string): ReadonlyMap<string, Property> =>
  new Map(
    [...xml.matchAll(/<Property\b[^>]*>/g)].map(([tag]) => {
      const length = Number(attribute(tag, 'MaxLength'))
      return [
        attribute(tag, 'Name') ?? '',
        {
          isCreatable: isNotRefused(tag, 'creatable'),
          isUpdatable: isNotRefused(tag, 'updatable'),
          isFilterable: isNotRefused(tag, 'filterable'),
          maxLength: length > 0 ? length : null,
        },
      ]
    }),
  )

const relationsOf = (xml: string, ends: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(
    [...xml.matchAll(/<NavigationProperty\b[^>]*>/g)].map(([tag]) => {
      const end = `${lastName(attribute(tag, 'Relationship') ?? '')} ${attribute(tag, 'ToRole') ?? ''}`
      return [attribute(tag, 'Name') ?? '', ends.get(end) ?? '']
    }),
  )

const associationEnds = (xml: string): ReadonlyMap<string, string> =>
  new Map(
    [...xml.matchAll(/<Association\b([^>]*)>(.*?)<\/Association>/gs)].flatMap(([, head = '', inner = '']) =>
      [...inner.matchAll(/<End\b[^>]*>/g)].map(([tag]): [string, string] => [
        `${attribute(head, 'Name') ?? ''} ${attribute(tag, 'Role') ?? ''}`,
        lastName(attribute(tag, 'Type') ?? ''),
      ]),
    ),
  )

/** The `sap:` attributes default to true. */
const isNotRefused = (tag: string, right: string) => attribute(tag, `sap:${right}`) !== 'false'

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1]

const lastName = (qualified: string) => qualified.slice(qualified.lastIndexOf('.') + 1)

/** Of the paths wanted below an entity those that this service has: a relation or a field alone, or one below the other. */
export const knownPaths = (model: Model, root: string, paths: readonly string[]): string[] =>
  paths.filter((path) => {
    let entity = model.get(root)
    const steps = path.split('/')
    const last = steps.pop() ?? ''
    for (const step of steps) entity = model.get(entity?.relations.get(step) ?? '')
    return entity !== undefined && (entity.properties.has(last) || entity.relations.has(last))
  })

/** What is read of each row: fields by their paths; the relations on the way are expanded. */
export const selection = (model: Model, root: string, paths: readonly string[]): Record<string, string> => {
  const known = knownPaths(model, root, paths)
  const parents = [...new Set(known.filter((path) => path.includes('/')).map((path) => path.replace(/\/[^/]+$/, '')))]
  const deepest = parents.filter((path) => !parents.some((other) => other.startsWith(`${path}/`)))
  return { $select: known.join(','), ...(deepest.length > 0 && { $expand: deepest.join(',') }) }
}
