import { badRequest } from './odata-error.ts'

export type Literal = {
  kind: 'string' | 'number' | 'boolean' | 'datetime' | 'datetimeoffset' | 'guid' | 'null'
  value: string | number | boolean
}

/** One word of a filter; `at` counts from 1, as the error texts do. */
export type Token = { kind: 'word' | 'sign' | 'literal'; text: string; at: number; literal?: Literal }

const rules: readonly [Token['kind'], RegExp][] = [
  ['literal', /(?:datetimeoffset|datetime|guid)'[^']*'/y],
  ['literal', /'(?:[^']|'')*'/y],
  ['literal', /-?\d+(?:\.\d+)?[mMlLdDfF]?(?![\w-])/y],
  ['literal', /(?:true|false|null)\b/y],
  ['sign', /[(),]/y],
  ['word', /[A-Za-z_][\w/]*/y],
]

export const tokenize = (text: string): Token[] => {
  const tokens: Token[] = []
  let position = 0
  while (position < text.length) {
    if (/\s/.test(text[position] ?? '')) {
      position += 1
      continue
    }
    const token = tokenAt(text, position)
    tokens.push(token)
    position += token.text.length
  }
  return tokens
}

const tokenAt = (text: string, position: number): Token => {
  for (const [kind, pattern] of rules) {
    pattern.lastIndex = position
    const [found] = pattern.exec(text) ?? []
    if (!found) continue
    const token: Token = { kind, text: found, at: position + 1 }
    return kind === 'literal' ? { ...token, literal: literalOf(found, position + 1) } : token
  }
  throw badRequest(`Syntax error in $filter at position ${position + 1}`)
}

const literalOf = (text: string, at: number): Literal => {
  const [, prefix = '', quoted] = /^([a-z]*)'(.*)'$/s.exec(text) ?? []
  if (quoted === undefined) {
    if (text === 'null') return { kind: 'null', value: '' }
    if (text === 'true' || text === 'false') return { kind: 'boolean', value: text === 'true' }
    return { kind: 'number', value: text.replace(/[a-z]$/i, '') }
  }
  if (prefix === '') return { kind: 'string', value: quoted.replaceAll("''", "'") }
  if (prefix === 'guid' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(quoted)) {
    return { kind: 'guid', value: quoted.toLowerCase() }
  }
  if (prefix === 'datetime' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(quoted)) {
    return { kind: 'datetime', value: Date.parse(`${quoted}Z`) }
  }
  if (prefix === 'datetimeoffset' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(quoted)) {
    return { kind: 'datetimeoffset', value: Date.parse(quoted) }
  }
  throw badRequest(`Invalid ${prefix} literal in $filter (Position: ${at})`)
}
