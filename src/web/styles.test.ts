import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const root = fileURLToPath(new URL('../../', import.meta.url))
const core = `${root}node_modules/@mantine/core/`
const sources = globSync('src/**/*.tsx', { cwd: root }).map((file) => readFileSync(root + file, 'utf8'))
/** Imported globally or by the one page that uses the component. */
const styles = [readFileSync(`${root}src/web/styles.ts`, 'utf8'), ...sources].join('\n')

const used: string[] = sources
  .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
  .flatMap(([, names]) => names?.match(/\b[A-Z]\w+/g) ?? [])

/** Adds the components that a component draws, such as the indicator of a segmented control. */
const addParts = (name: string, parts: Set<string>): Set<string> => {
  const file = `${core}esm/components/${name}/${name}.mjs`
  if (parts.has(name) || !existsSync(file)) return parts
  parts.add(name)
  for (const [, part = ''] of readFileSync(file, 'utf8').matchAll(/ from "\.\.\/\w+\/(\w+)\.mjs"/g))
    addParts(part, parts)
  return parts
}

test('the styles of every Mantine component in use, and of its parts, are imported', () => {
  const parts = new Set<string>()
  for (const name of used) addParts(name, parts)
  assert.ok(parts.has('FloatingIndicator'))
  const missing = [...parts, ...used]
    .filter((name) => existsSync(`${core}styles/${name}.css`))
    .filter((name) => !styles.includes(`/styles/${name}.css`))
  assert.deepEqual([...new Set(missing)], [])
})
