import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readImports } from './read-imports.ts'

const file = 'src/orders/web/order-page.tsx'

const cases: [text: string, found: string[]][] = [
  [`import { a } from './line.tsx'`, ['src/orders/web/line.tsx']],
  [`import a, * as b from '../contract.ts'`, ['src/orders/contract.ts']],
  [`import type { A } from '#shared/money.ts'`, ['src/shared/money.ts']],
  [`import { type A } from '#shared/money.ts'`, ['src/shared/money.ts']],
  [`import './order-page.module.css'`, ['src/orders/web/order-page.module.css']],
  [`import text from './note.md?raw'`, ['src/orders/web/note.md']],
  [`export * from './line.tsx'`, ['src/orders/web/line.tsx']],
  [`export { a } from './line.tsx'`, ['src/orders/web/line.tsx']],
  [`export type { A } from './line.tsx'`, ['src/orders/web/line.tsx']],
  [`const later = () => import('./line.tsx')`, ['src/orders/web/line.tsx']],
  ['const later = () => import(`./line.tsx`)', ['src/orders/web/line.tsx']],
  [`type A = import('./line.tsx').A`, ['src/orders/web/line.tsx']],
  [`let a: typeof import('./line.tsx')`, ['src/orders/web/line.tsx']],
  [`new Worker(new URL('./sheet-worker.ts', import.meta.url))`, ['src/orders/web/sheet-worker.ts']],
  [`const page = <Line>{lazy(() => import('../../cart/web/cart-page.tsx'))}</Line>`, ['src/cart/web/cart-page.tsx']],
  [`import { a } from './line.tsx'\nimport { b } from './line.tsx'`, ['src/orders/web/line.tsx']],
  [
    `import { a } from './line.tsx'\nimport { b } from './page.tsx'`,
    ['src/orders/web/line.tsx', 'src/orders/web/page.tsx'],
  ],
  // Packages, text that only looks like an import, and dynamic paths do not count.
  [`import pg from 'pg'\nimport { join } from 'node:path'`, []],
  [`// import { a } from './line.tsx'`, []],
  [`const said = "import { a } from './line.tsx'"`, []],
  ['const later = (name: string) => import(`./${name}.ts`)', []],
  [`const address = new URL('./orders', location.href)`, []],
]

for (const [text, found] of cases)
  it(text.replaceAll('\n', '; '), () => assert.deepEqual(readImports(file, text), found))

it('a file that cannot be read is an error and not a file without imports', () => {
  assert.throws(() => readImports(file, 'import { from'), /order-page\.tsx/)
})
