import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describe, it } from 'node:test'
import { screenFileAt, screenFiles } from './screen-files.ts'

const table = await readFile(resolve(import.meta.dirname, '../../portal/web/routes.tsx'), 'utf8')
const lazyRoute = /'(\/[^']*)',\s*'[^']*',\s*page\(\(\) => import\('#([^']+)'\)/g

describe('the files of a screen', () => {
  it('are those of the browser’s table of routes', () => {
    const routes = [...table.matchAll(lazyRoute)].map(([, path, file]) => [path, `src/${file}`])
    assert.equal(routes.length, table.match(/\bpage\(\(\) =>/g)?.length)
    assert.deepEqual(screenFiles, Object.fromEntries(routes))
  })

  for (const [path, file] of [
    ['/admin/orders', 'src/orders/web/history/admin-orders-page.tsx'],
    ['/product/11111-2222-33', 'src/catalogue/web/product-page.tsx'],
    ['/product/a/b', undefined],
    ['/search', undefined],
  ] as const)
    it(`are found by the address: ${path}`, () => assert.equal(screenFileAt(path), file))
})
