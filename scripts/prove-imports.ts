// Kills the portal at 30, 60 and 90 % of a large import and compares the result with an uninterrupted one.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import { type Import, maxRowsPerPart } from '../src/imports/import-shapes.ts'
import type { SheetField } from '../src/imports/import-fields.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { buildDist, type Server, startServer } from '../bench/start-server.ts'
import { makeFolder, removeFolder } from '../bench/temporary-folders.ts'
import { demoProducts } from '../demo/products.ts'

interface Sheet {
  fields: SheetField[]
  rows: (string | number | null)[][]
}

const rowCount = 30_000

/**
 * Imports the sheet, killing the portal at these positions; returns a checksum of products, stock, changes and audit
 * trail.
 */
const importAndKill = async (sheet: Sheet, killedAt: readonly number[]): Promise<string> => {
  const folder = await makeFolder('broken')
  let server = await start(folder)
  try {
    const id = await sendUp(server, sheet)
    const { confirm } = await ask<Import>(server, 'GET', `/api/imports/${id}`)
    await ask(server, 'POST', `/api/imports/${id}/apply`, { confirm: confirm?.rows })
    for (const share of killedAt) {
      await until(server, id, ({ done, toDo }) => done >= share * toDo)
      process.kill(server.pid, 'SIGKILL')
      await server.stop()
      server = await start(folder)
    }
    const { result } = await until(server, id, ({ state }) => state === 'done')
    return `${JSON.stringify(result)} ${await checksum(folder)}`
  } finally {
    await server.stop()
    await removeFolder(folder)
  }
}

const start = (folder: string): Promise<Server> =>
  startServer('dist/server/main.js', {
    DATA_DIR: folder,
    DEMO: '1',
    PORT: '0',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'error',
  })

/** New prices for all products of the demo, and new products with codes of a nonexistent labeler. */
const makeSheet = (): Sheet => {
  const products = demoProducts().filter(({ dummyNDC }) => !dummyNDC)
  const changed = products.map(({ ndcNumber, name, price }) => [ndcNumber, name, price + 1, 100])
  const added = Array.from({ length: rowCount - changed.length }, (_, at) => {
    const code = String(99_999_000_000 + at)
    return [code, `Import trial ${at}`, 1 + (at % 500), at % 90]
  })
  return {
    fields: ['ndcNumber', 'name', 'price', 'countInStock'],
    rows: [...changed, ...added].map((row, at) => [at + 2, ...row]),
  }
}

const sendUp = async (server: Server, { fields, rows }: Sheet): Promise<string> => {
  const about = { kind: 'products', fileName: 'packages.csv', fingerprint: 'broken', rowCount: rows.length }
  const { _id: id } = await ask<Import>(server, 'POST', '/api/imports', { ...about, elevenDigits: true })
  for (let at = 0; at < rows.length; at += maxRowsPerPart)
    await ask(server, 'PUT', `/api/imports/${id}/rows`, {
      start: at,
      fields,
      rows: rows.slice(at, at + maxRowsPerPart),
    })
  return id
}

const until = async (server: Server, id: string, isThere: (one: Import) => boolean): Promise<Import> => {
  for (;;) {
    const one = await ask<Import>(server, 'GET', `/api/imports/${id}`)
    if (isThere(one)) return one
    await new Promise((done) => setTimeout(done, 200))
  }
}

const tokens = new Map<string, string>()

const ask = async <T = unknown>({ url }: Server, method: string, path: string, body?: object): Promise<T> => {
  if (!tokens.has(url) && !path.endsWith('signin')) await signIn(url)
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${tokens.get(url)}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T // our own portal
}

const signIn = async (url: string): Promise<void> => {
  const body = JSON.stringify({ email: 'admin@demo.example', password: 'apotheca-demo' })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}/api/users/signin`, { method: 'POST', headers, body })
  tokens.set(url, ((await answer.json()) as SignedInUser).token) // as above
}

const leftBehind = {
  products: `select ndc_number, name, generic_name, manufacturer, category, price, count_in_stock, is_published, version
    from product order by ndc_number, name, id`,
  stock: `select ndc_number, quantity, reason from stock_movement join product on product.id = product_id
    where reason in ('initial', 'import') order by 1, 2, 3`,
  changes: 'select row, before, after from import_change order by row',
  trail: `select before, after from audit_entry where action = 'price imported' order by before::text, after::text`,
}

const checksum = async (folder: string): Promise<string> => {
  const client = new pg.Client({ host: join(folder, 'postgres/data'), user: 'postgres', database: 'apotheca' })
  await client.connect()
  try {
    const parts: string[] = []
    for (const [name, text] of Object.entries(leftBehind)) {
      const { rows } = await client.query({ text, rowMode: 'array' })
      parts.push(
        `${name} ${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16)}`,
      )
    }
    return parts.join(', ')
  } finally {
    await client.end()
  }
}

await buildDist()
const sheet = makeSheet()
const unbroken = await importAndKill(sheet, [])
console.log(`unbroken: ${unbroken}`)
const broken = await importAndKill(sheet, [0.3, 0.6, 0.9])
console.log(`killed at 30, 60 and 90 %: ${broken}`)
if (unbroken !== broken) throw new Error('The results differ.')
