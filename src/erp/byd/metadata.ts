interface Property {
  isCreatable: boolean
  isFilterable: boolean
  maxLength: number | null
}

export interface Entity {
  name: string
  isCreatable: boolean
  properties: ReadonlyMap<string, Property>
}

/** The entities of a `$metadata` document. Its tags are machine-made and flat, so plain patterns read them. */
export const readMetadata = (xml: string): ReadonlyMap<string, Entity> => {
  const sets = new Map(
    [...xml.matchAll(/<EntitySet\b[^>]*>/g)].map(([tag]) => [lastName(attribute(tag, 'EntityType') ?? ''), tag]),
  )
  return new Map(
    [...xml.matchAll(/<EntityType\b([^>]*)>(.*?)<\/EntityType>/gs)].map(([, head = '', inner = '']) => {
      const name = attribute(head, 'Name') ?? ''
      return [
        name,
        { name, isCreatable: isNotRefused(sets.get(name) ?? '', 'creatable'), properties: propertiesOf(inner) },
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
          isFilterable: isNotRefused(tag, 'filterable'),
          maxLength: length > 0 ? length : null,
        },
      ]
    }),
  )

/** The `sap:` attributes default to true. */
const isNotRefused = (tag: string, right: string) => attribute(tag, `sap:${right}`) !== 'false'

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)?.[1]

const lastName = (qualified: string) => qualified.slice(qualified.lastIndexOf('.') + 1)
