import { alpha } from './books.ts'
import { decimal, decimalText, isDecimal } from './decimal.ts'
import type { Entity, Property, Service } from './entities.ts'
import type { Draft, Value } from './nodes.ts'
import { badRequest } from './odata-error.ts'

/** Checks a posted body against the entity table, down through a deep insert, and gives it in the form of the books. */
export const readPayload = (service: Service, entity: Entity, body: unknown, mode: 'create' | 'update'): Draft => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('Malformed request body')
  const draft: Draft = {}
  for (const [name, value] of Object.entries(body)) {
    if (name === '__metadata') continue
    const property = entity.properties.get(name)
    const navigation = entity.navigations.get(name)
    if (property) {
      if (mode === 'create' ? !property.creatable : !property.updatable) {
        throw badRequest(
          `Property '${name}' of '${entity.name}' cannot be ${mode === 'create' ? 'set at creation' : 'changed'}`,
        )
      }
      draft[name] = readValue(property, value)
    } else if (navigation && mode === 'create' && navigation.creatable) {
      const target = service.entities.get(navigation.to)
      if (!target) throw badRequest(`Property '${name}' does not exist in '${entity.name}'`)
      const read = (part: unknown) => readPayload(service, target, part, mode)
      draft[name] = navigation.many ? listOf(value, name).map(read) : read(value)
    } else if (navigation) {
      throw badRequest(`Navigation property '${name}' of '${entity.name}' cannot be part of this request`)
    } else {
      throw badRequest(`Property '${name}' does not exist in '${entity.name}'`)
    }
  }
  return draft
}

const listOf = (value: unknown, name: string): unknown[] => {
  const list =
    typeof value === 'object' && value !== null && 'results' in value ? (value as { results: unknown }).results : value
  if (!Array.isArray(list)) throw badRequest(`Property '${name}' has an invalid value: a list is expected`)
  return list
}

const readValue = (property: Property, value: unknown): Value => {
  const refuse = () => badRequest(`Property '${property.name}' has an invalid value`)
  if (value === null) return property.type === 'String' ? '' : null
  switch (property.type) {
    case 'Boolean':
      if (typeof value !== 'boolean') throw refuse()
      return value
    case 'Decimal':
      if (typeof value !== 'string' || !isDecimal(value)) throw refuse()
      return decimalText(decimal(value), property.maxLength === 31 ? 14 : 6)
    case 'DateTime':
    case 'DateTimeOffset': {
      const moment = typeof value === 'string' ? momentOf(value) : Number.NaN
      if (Number.isNaN(moment)) throw refuse()
      return moment
    }
    case 'Guid':
      if (typeof value !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) throw refuse()
      return value.toLowerCase()
    case 'String':
      if (typeof value !== 'string') throw refuse()
      if (property.maxLength && value.length > property.maxLength) {
        throw badRequest(`Property '${property.name}' is longer than ${property.maxLength} characters`)
      }
      return property.alpha ? alpha(value) : value
  }
}

const momentOf = (text: string) => {
  const wire = /^\/Date\((-?\d+)([+-]\d{4})?\)\/$/.exec(text)
  return wire ? Number(wire[1]) : Date.parse(text)
}
