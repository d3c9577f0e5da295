import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { screenFileAt, screenFiles } from './screen-files.ts'

const table = await readFile(resolve(import.meta.dirname, 'web/routes.tsx'), 'utf8')
const lazyRoute = /'(\/[^']*)',(?:\s*\w+,)?\s*'[^']*',\s*page\(\(\) => import\('(#|\.\/)([^']+)'\)/g

describe('the files of a screen', () => {
  it('are those of the browser’s table of routes', () => {
    const routes = [...table.matchAll(lazyRoute)].map(([, path, from, file]) => [
      path,
      `src/${from === '#' ? '' : 'portal/web/'}${file}`,
    ])
    assert.equal(routes.length, table.match(/\bpage\(\(\) =>/g)?.length)
    assert.deepEqual(screenFiles, Object.fromEntries(routes))
  })

  for (const [path, file] of [
    ['/admin/orders', 'src/portal/web/admin-orders-screen.tsx'],
    ['/product/11111-2222-33', 'src/portal/web/product-screen.tsx'],
    ['/product/a/b', undefined],
    ['/search', undefined],
  ] as const)
    it(`are found by the address: ${path}`, () => assert.equal(screenFileAt(path), file))
})
