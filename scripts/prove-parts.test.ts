import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { matchesGlob, resolve } from 'node:path'
import { it } from 'node:test'
import { houseRoot } from './house/read-house.ts'
import { parts } from './prove-parts.ts'

it('every file of the second ring belongs to one part, and every part has its program', async () => {
  for (const { runs } of parts)
    if ('program' in runs) assert.ok(existsSync(resolve(houseRoot, runs.program)), runs.program)
  for await (const file of glob('{src,demo,bench,simulators,e2e,scripts}/**/*.prove.ts', { cwd: houseRoot })) {
    const owners = parts.filter(({ runs }) => 'files' in runs && matchesGlob(file, runs.files))
    assert.equal(owners.length, 1, file)
  }
})

it('every part ends within an hour, and docs/testing.md says what it proves', async () => {
  const page = await readFile(resolve(houseRoot, 'docs/testing.md'), 'utf8')
  for (const { name, proves, minutes } of parts) {
    assert.ok(minutes > 0 && minutes <= 60, name)
    assert.ok(page.includes(`| \`${name}\` | ${proves} | ${minutes} |`), name)
  }
})
