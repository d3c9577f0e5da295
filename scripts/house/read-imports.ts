import { posix } from 'node:path'
import { parseSync } from 'vite'

/** The project files that a file imports: values or types, static or dynamic; packages are skipped. */
export const readImports = (file: string, text: string): string[] => {
  const { program, errors } = parseSync(file, text)
  const [error] = errors
  if (error) throw new Error(`${file}: ${error.message}`)
  const named = [...namesIn(program)].flatMap((name) => resolved(file, name) ?? [])
  return [...new Set(named)]
}

const resolved = (file: string, name: string): string | null => {
  const path = name.replace(/[?].*$/, '')
  if (path.startsWith('#')) return `src/${path.slice(1)}`
  return path.startsWith('.') ? posix.join(posix.dirname(file), path) : null
}

type Node = Record<string, unknown>

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Every import and export has a `source`; a browser worker is named by `new URL(…, import.meta.url)`. */
const namesIn = function* (value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* namesIn(item)
  else if (isNode(value)) {
    const name = textOf(value['type'] === 'NewExpression' ? workerOf(value) : value['source'])
    if (name !== null) yield name
    for (const part of Object.values(value)) if (isNode(part)) yield* namesIn(part)
  }
}

const workerOf = ({ callee, arguments: given }: Node): unknown => {
  const [address, base] = Array.isArray(given) ? (given as unknown[]) : []
  const isBeside = isNode(base) && isNode(base['object']) && base['object']['type'] === 'MetaProperty'
  return isNode(callee) && callee['name'] === 'URL' && isBeside ? address : null
}

const textOf = (node: unknown): string | null => {
  if (!isNode(node)) return null
  if (node['type'] === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  const [only, ...more] = node['type'] === 'TemplateLiteral' ? (node['quasis'] as { value: { cooked: string } }[]) : []
  return only && more.length === 0 ? only.value.cooked : null
}
