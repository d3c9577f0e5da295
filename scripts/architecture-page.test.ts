import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { architecturePage, architecturePagePath } from './architecture-page.ts'

test('docs/architecture.md matches the imports; otherwise run scripts/write-architecture.ts', async () => {
  assert.equal(await readFile(architecturePagePath, 'utf8'), await architecturePage())
})
