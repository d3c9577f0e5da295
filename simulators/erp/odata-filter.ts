import { alpha } from './books.ts'
import { decimal } from './decimal.ts'
import type { Entity, Property, Service } from './entities.ts'
import { badRequest } from './odata-error.ts'
import { tokenize } from './odata-tokens.ts'
import type { Literal, Token } from './odata-tokens.ts'
import { entityOf, follow, valueOf } from './rows.ts'
import type { Row } from './rows.ts'

export type Condition = (row: Row) => boolean

type Field = { property: Property; read: (row: Row) => ReturnType<typeof valueOf> }

/** Compiles `$filter`: or binds weaker than and, and weaker than not. */
export const parseFilter = (service: Service, entity: Entity, text: string): Condition => {
  const tokens = tokenize(text)
  let position = 0
  const peek = () => tokens[position]
  const next = (): Token => {
    const token = tokens[position]
    if (!token) throw badRequest('Syntax error in $filter: unexpected end')
    position += 1
    return token
  }
  const isWord = (word: string) => peek()?.kind === 'word' && peek()?.text === word
  const expect = (sign: string) => {
    const token = next()
    if (token.kind !== 'sign' || token.text !== sign)
      throw badRequest(`Syntax error in $filter at position ${token.at}`)
  }
  const literal = (): Literal => {
    const token = next()
    if (!token.literal) throw badRequest(`Syntax error in $filter at position ${token.at}: a literal is expected`)
    return token.literal
  }
  const field = (): Field => {
    const token = next()
    if (token.kind !== 'word')
      throw badRequest(`Syntax error in $filter at position ${token.at}: a property is expected`)
    return findField(service, entity, token.text)
  }

  const either = (): Condition => {
    let condition = both()
    while (isWord('or')) {
      next()
      const [left, right] = [condition, both()]
      condition = (row) => left(row) || right(row)
    }
    return condition
  }
  const both = (): Condition => {
    let condition = single()
    while (isWord('and')) {
      next()
      const [left, right] = [condition, single()]
      condition = (row) => left(row) && right(row)
    }
    return condition
  }
  const single = (): Condition => {
    if (isWord('not')) {
      next()
      const inner = single()
      return (row) => !inner(row)
    }
    const token = peek()
    if (token?.kind === 'sign' && token.text === '(') {
      next()
      const inner = either()
      expect(')')
      return inner
    }
    return token?.kind === 'word' && tokens[position + 1]?.text === '(' ? textFunction() : comparison()
  }
  const textFunction = (): Condition => {
    const name = next()
    expect('(')
    let condition: Condition
    if (name.text === 'substringof') {
      const part = textLiteral(literal(), name)
      expect(',')
      condition = contains(field(), (value) => value.includes(part))
    } else if (name.text === 'startswith' || name.text === 'endswith') {
      const subject = field()
      expect(',')
      const part = textLiteral(literal(), name)
      condition = contains(subject, (value) =>
        name.text === 'endswith' ? value.endsWith(part) : value.startsWith(part),
      )
    } else {
      throw badRequest(`Function '${name.text}' is not supported in $filter`)
    }
    expect(')')
    if (isWord('eq') && tokens[position + 1]?.text === 'true') position += 2
    return condition
  }
  const comparison = (): Condition => {
    const subject = field()
    const operator = next()
    const compare = comparisons[operator.text]
    if (!compare) throw badRequest(`Syntax error in $filter at position ${operator.at}: an operator is expected`)
    return compare(subject, literal(), operator)
  }

  const condition = either()
  const rest = peek()
  if (rest) throw badRequest(`Syntax error in $filter at position ${rest.at}`)
  return condition
}

/** A property by its name or by its way through to-one navigations. */
export const findField = (service: Service, start: Entity, path: string): Field => {
  const steps = path.split('/')
  const name = steps.pop() ?? ''
  let entity = start
  for (const step of steps) {
    const navigation = entity.navigations.get(step)
    if (!navigation) throw badRequest(`Property '${step}' does not exist in '${entity.name}'`)
    if (navigation.many)
      throw badRequest(`Navigation property '${step}' leads to many and cannot be used in $filter or $orderby`)
    entity = entityOf(service, navigation.to)
  }
  const property = entity.properties.get(name)
  if (!property) throw badRequest(`Property '${name}' does not exist in '${entity.name}'`)
  if (!property.filterable) throw badRequest(`Property '${name}' of '${entity.name}' is not filterable`)
  const walk = (row: Row): Row | undefined =>
    steps.reduce<Row | undefined>((place, step) => (place ? follow(service, place, step)[0] : undefined), row)
  return {
    property,
    read: (row) => {
      const place = walk(row)
      return place ? valueOf(place, property) : null
    },
  }
}

/** The value in a form that can be compared with < and >. */
export const comparable = (property: Property, value: ReturnType<typeof valueOf>): string | number | bigint => {
  if (property.type === 'Decimal') return decimal(typeof value === 'string' && value ? value : '0')
  if (typeof value === 'number') return value
  return value === null ? '' : String(value)
}

const wanted: Readonly<Record<Property['type'], Literal['kind']>> = {
  String: 'string',
  Decimal: 'number',
  Boolean: 'boolean',
  DateTime: 'datetime',
  DateTimeOffset: 'datetimeoffset',
  Guid: 'guid',
}

type Compare = (field: Field, literal: Literal, operator: Token) => Condition

const ordered =
  (holds: (left: string | number | bigint, right: string | number | bigint) => boolean): Compare =>
  (field, literal, operator) => {
    const right = operand(field, literal, operator)
    return (row) => holds(comparable(field.property, field.read(row)), right)
  }

const equal: Compare = (field, literal, operator) => {
  if (literal.kind === 'null') return (row) => ['', null].includes(field.read(row) as string | null)
  const right = operand(field, literal, operator)
  if (typeof right === 'string' && right.includes('*') && field.property.type === 'String') {
    const pattern = new RegExp(`^${right.split('*').map(quote).join('.*')}$`, 's')
    return (row) => pattern.test(String(field.read(row) ?? ''))
  }
  return (row) => comparable(field.property, field.read(row)) === right
}

const comparisons: Readonly<Record<string, Compare>> = {
  eq: equal,
  ne: (field, literal, operator) => {
    const isEqual = equal(field, literal, operator)
    return (row) => !isEqual(row)
  },
  ge: ordered((left, right) => left >= right),
  gt: ordered((left, right) => left > right),
  le: ordered((left, right) => left <= right),
  lt: ordered((left, right) => left < right),
}

const operand = ({ property }: Field, literal: Literal, operator: Token) => {
  if (literal.kind !== wanted[property.type]) throw wrongKind(operator)
  const value = property.alpha ? alpha(String(literal.value)) : literal.value
  return property.type === 'Decimal' ? decimal(String(value)) : typeof value === 'boolean' ? String(value) : value
}

const wrongKind = (token: Token) =>
  badRequest(`Invalid parametertype used at function '${token.text}' (Position: ${token.at})`)

const textLiteral = (literal: Literal, token: Token) => {
  if (literal.kind !== 'string') throw wrongKind(token)
  return String(literal.value)
}

const contains =
  (field: Field, test: (value: string) => boolean): Condition =>
  (row) =>
    test(String(field.read(row) ?? ''))

const quote = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
