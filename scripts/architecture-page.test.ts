import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { test } from 'node:test'
import { architecturePage, architecturePagePath } from './architecture-page.ts'
import { houseRoot } from './house/read-house.ts'

test('docs/architecture.md matches the imports; otherwise run scripts/write-architecture.ts', async () => {
  assert.equal(await readFile(architecturePagePath, 'utf8'), await architecturePage())
})

test('files and folders that a document names exist', async () => {
  const pages = await Array.fromAsync(
    glob(['*.md', '.github/*.md', 'docs/*.md', 'src/**/*.md'], { cwd: houseRoot }),
    async (page) => ({ page, text: await readFile(resolve(houseRoot, page), 'utf8') }),
  )
  for (const { page, text } of pages) {
    for (const [, path = ''] of text.matchAll(
      /`((?:src|scripts|bench|e2e|migrations|simulators|config|demo|deploy)\/[\w./-]*)`/g,
    ))
      assert.ok(existsSync(resolve(houseRoot, path)), `${page} names ${path}`)
    for (const [, path = ''] of text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)(?:#[^)]*)?\)/g))
      assert.ok(existsSync(resolve(houseRoot, dirname(page), path)), `${page} links to ${path}`)
  }
})

test('functions that the walks of docs/architecture.md name are exported by their files', async () => {
  const walks = await readFile(architecturePagePath, 'utf8')
  const named = [...walks.matchAll(/`(\w+)` in `(src\/[\w./-]+)`/g)]
  assert.ok(named.length > 30)
  for (const [, name, path = ''] of named)
    assert.match(
      await readFile(resolve(houseRoot, path), 'utf8'),
      new RegExp(`^export (?:const|function) ${name}\\b`, 'm'),
    )
})
