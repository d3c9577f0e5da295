import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = globSync('src/**/*.tsx', { cwd: root }).map((file) => readFileSync(root + file, 'utf8'))
/** Imported globally or by the one page that uses the component. */
const styles = [readFileSync(`${root}src/web/styles.ts`, 'utf8'), ...sources].join('\n')

const used: string[] = sources
  .flatMap((source) => [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
  .flatMap(([, names]) => names?.match(/\b[A-Z]\w+/g) ?? [])

test('every Mantine component in use has its styles imported', () => {
  const missing = [...new Set<string>(used)]
    .filter((name) => existsSync(`${root}node_modules/@mantine/core/styles/${name}.css`))
    .filter((name) => !styles.includes(`/styles/${name}.css`))
  assert.deepEqual(missing, [])
})
