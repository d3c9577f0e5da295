import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { version } from '#platform/version.ts'
import { belongsToRelease, changelogOf } from './release-parts.ts'

test('a release has what runs, and nothing that only builds or tests', () => {
  const files = [
    'src/portal/main.ts',
    'migrations/0001-platform.sql',
    'scripts/start.mjs',
    'demo/start-demo.ts',
    'LICENSE',
    '.github/SECURITY.md',
  ]
  assert.deepEqual(files.filter(belongsToRelease), files)
  for (const file of [
    'src/portal/access.test.ts',
    'src/portal/testing-process.ts',
    'src/billing/payments/crash.prove.ts',
    'e2e/x.ts',
    'config/vite.config.ts',
    'tsconfig.json',
    '.github/workflows/ci.yml',
    '.github/pull_request_template.md',
    'scripts/write-release.ts',
  ])
    assert.equal(belongsToRelease(file), false, file)
})

test('a release includes the changelog of its version', async () => {
  const part = changelogOf(await readFile('CHANGELOG.md', 'utf8'), version)
  assert.match(part, new RegExp(`^## ${version.replaceAll('.', '\\.')} `))
  assert.equal(part.match(/^## /gm)?.length, 1)
  assert.throws(() => changelogOf('## 1.0.0 - today', '2.0.0'), /has no section for 2\.0\.0/)
})
