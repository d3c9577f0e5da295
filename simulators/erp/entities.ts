type EdmType = 'String' | 'Decimal' | 'Boolean' | 'DateTime' | 'DateTimeOffset' | 'Guid'

export type Property = {
  name: string
  type: EdmType
  maxLength: number | undefined
  creatable: boolean
  updatable: boolean
  filterable: boolean
  /** Numeric text is compared and kept without its leading zeros. */
  alpha: boolean
  codes: string | undefined
  /** Where the value stands when the service shows it under a flattened or another name. */
  from: readonly string[]
}

export type Navigation = { name: string; to: string; many: boolean; creatable: boolean; up: boolean }

export type Entity = {
  name: string
  set: string
  creatable: boolean
  updatable: boolean
  deletable: boolean
  properties: ReadonlyMap<string, Property>
  navigations: ReadonlyMap<string, Navigation>
}

export type FunctionImport = { name: string; method: 'GET' | 'POST'; parameters: readonly string[] }

export type Service = {
  name: string
  root: string
  entities: ReadonlyMap<string, Entity>
  functions: readonly FunctionImport[]
}

/**
 * Reads one entity out of two small tables. A property is `Name Type[length] flags`, flags being c(reatable), u(pdatable), f(ilterable),
 * a(lpha conversion), then `codes=List` and `from=Path/To/Value`. A navigation is `Name`, `Name[]` for many, `Name=Entity` when
 * they differ, `Name ^` for the way up to the parent, and `c` when a deep insert may carry it.
 */
export const entity = (name: string, rights: string, properties: string, navigations = ''): [string, Entity] => [
  name,
  {
    name,
    set: `${name}Collection`,
    creatable: rights.includes('c'),
    updatable: rights.includes('u'),
    deletable: rights.includes('d'),
    properties: new Map(
      ['ObjectID String70 f', ...(rights.includes('r') ? [] : ['ParentObjectID String70 cf']), ...rowsOf(properties)]
        .map(parseProperty)
        .flatMap((property) => [[property.name, property] as const, ...textSibling(property)]),
    ),
    navigations: new Map(
      rowsOf(navigations)
        .map(parseNavigation)
        .map((navigation) => [navigation.name, navigation]),
    ),
  },
]

export const without = (entityTable: Entity, dropped: string): Entity => {
  const keeps = ([name]: [string, unknown]) => name !== dropped && name !== `${dropped}Text`
  return {
    ...entityTable,
    properties: new Map([...entityTable.properties].filter(keeps)),
    navigations: new Map([...entityTable.navigations].filter(keeps)),
  }
}

const rowsOf = (table: string) =>
  table
    .split(/[\n;]/)
    .map((row) => row.trim())
    .filter(Boolean)

const parseProperty = (row: string): Property => {
  const [name = '', typed = '', ...rest] = row.split(/\s+/)
  const [, type = 'String', length] = /^([A-Za-z]+)(\d*)$/.exec(typed) ?? []
  const option = (key: string) => rest.find((word) => word.startsWith(`${key}=`))?.slice(key.length + 1)
  const flags = rest.find((word) => /^[cufa]+$/.test(word)) ?? ''
  return {
    name,
    type: type as EdmType, // the tables in this folder are the only input and name nothing else
    maxLength: length ? Number(length) : undefined,
    creatable: flags.includes('c'),
    updatable: flags.includes('u'),
    filterable: flags.includes('f'),
    alpha: flags.includes('a'),
    codes: option('codes'),
    from: option('from')?.split('/') ?? [name],
  }
}

const textSibling = (property: Property): [string, Property][] => {
  if (!property.codes) return []
  const sibling = { creatable: false, updatable: false, filterable: false, maxLength: undefined }
  return [[`${property.name}Text`, { ...property, ...sibling, name: `${property.name}Text`, type: 'String' }]]
}

const parseNavigation = (row: string): Navigation => {
  const [target = '', flag = ''] = row.split(/\s+/)
  const [name = '', to] = target.replace('[]', '').split('=')
  return { name, to: to ?? name, many: target.includes('[]'), creatable: flag.includes('c'), up: flag === '^' }
}
