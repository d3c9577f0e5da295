import type { Property, Service } from './entities.ts'
import { uuidOf } from './nodes.ts'
import type { Branch } from './odata-options.ts'
import type { Profile } from './profile.ts'
import { follow, valueOf } from './rows.ts'
import type { Row } from './rows.ts'

export type Rendered = { [name: string]: unknown }

const nothing: Branch = new Map()

/** Writes a row as the wire shows it: decimals and quantities as text, /Date()/, links for what was not asked for. */
export const render = (
  profile: Profile,
  service: Service,
  base: string,
  row: Row,
  expand: Branch = nothing,
  select: Branch | null = null,
): Rendered => {
  const uri = `${base}/${service.name}/${row.entity.set}('${row.node.ObjectID}')`
  const all = select === null || select.size === 0 || select.has('*')
  const rendered: Rendered = { __metadata: { uri, type: `cust.${row.entity.name}` } }
  for (const property of row.entity.properties.values()) {
    if (all || select?.has(property.name))
      rendered[property.name] = wireValue(profile, property, valueOf(row, property))
  }
  for (const navigation of row.entity.navigations.values()) {
    const { name } = navigation
    if (!all && !select?.has(name)) continue
    const inner = expand.get(name)
    const rows = inner ? follow(service, row, name) : []
    const parts = rows.map((part) =>
      render(profile, service, base, part, inner, all ? null : (select?.get(name) ?? null)),
    )
    const deferred = { __deferred: { uri: `${uri}/${name}` } }
    if (!inner) rendered[name] = deferred
    else if (navigation.many) rendered[name] = profile.wrapsLists ? { results: parts } : parts
    else rendered[name] = parts[0] ?? deferred
  }
  return rendered
}

export const wireDate = (profile: Profile, moment: number, hasZone: boolean) =>
  `/Date(${moment}${hasZone && profile.writesOffsets ? '+0000' : ''})/`

const wireValue = (profile: Profile, property: Property, value: ReturnType<typeof valueOf>) => {
  switch (property.type) {
    case 'DateTime':
    case 'DateTimeOffset':
      return typeof value === 'number' ? wireDate(profile, value, property.type === 'DateTimeOffset') : null
    case 'Decimal':
      return value === null || value === '' ? '0.000000' : value
    case 'Boolean':
      return value === true
    case 'Guid':
      return typeof value === 'string' && value ? (value.includes('-') ? value : uuidOf(value)) : null
    case 'String':
      return value === null ? '' : String(value)
  }
}
