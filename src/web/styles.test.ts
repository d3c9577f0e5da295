import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'

const root = fileURLToPath(new URL('../../', import.meta.url))
const styles = readFileSync(`${root}src/web/styles.ts`, 'utf8')

const used: string[] = globSync('src/**/*.tsx', { cwd: root })
  .flatMap((file) => [...readFileSync(root + file, 'utf8').matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)])
  .flatMap(([, names]) => names?.match(/\b[A-Z]\w+/g) ?? [])

test('every Mantine component in use brings its styles along', () => {
  const missing = [...new Set<string>(used)]
    .filter((name) => existsSync(`${root}node_modules/@mantine/core/styles/${name}.css`))
    .filter((name) => !styles.includes(`/styles/${name}.css`))
  assert.deepEqual(missing, [])
})
