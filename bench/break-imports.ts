// Kills the portal at 30, 60 and 90 % of an import and compares the end with that of an unbroken one:
//   node bench/break-imports.ts PATH/TO/packages.csv[.gz]
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { join } from 'node:path'
import pg from 'pg'
import type { Import } from '#product-import/import-shapes.ts'
import { joinColumns, matchColumns, type SheetField } from '#product-import/match-columns.ts'
import { readCsv } from '#shared/read-csv.ts'
import type { SignedInUser } from '#shared/signed-in-user.ts'
import { type Server, startServer } from './start-server.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'

interface Sheet {
  fields: SheetField[]
  rows: (string | number | null)[][]
}

const rowsAPart = 2_000

/** What an import left behind, as a checksum of products, stock, changes and trail; killed where it was so far. */
const importAndKill = async (sheet: Sheet, killedAt: readonly number[]): Promise<string> => {
  const folder = await makeFolder('broken')
  let server = await start(folder)
  try {
    const id = await sendUp(server, sheet)
    await ask(server, 'POST', `/api/imports/${id}/apply`, {})
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

const readSheet = async (path: string): Promise<Sheet> => {
  const bytes = await readFile(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const [header = [], ...rows] = [...readCsv(text, (sentence) => new Error(sentence))].flatMap((lot) => lot.rows)
  const columns = matchColumns(header)
  for (const name of ['brand', 'strength', 'form']) columns[header.indexOf(name)] = 'name'
  const fields = [...new Set(columns.filter((field) => field !== null))]
  return {
    fields,
    rows: rows.map((cells, at) => {
      const values = joinColumns(cells, columns)
      return [at + 2, ...fields.map((field) => values[field] ?? null)]
    }),
  }
}

const sendUp = async (server: Server, { fields, rows }: Sheet): Promise<string> => {
  const about = { kind: 'products', fileName: 'packages.csv', fingerprint: 'broken', rowCount: rows.length }
  const { _id: id } = await ask<Import>(server, 'POST', '/api/imports', { ...about, elevenDigits: true })
  for (let at = 0; at < rows.length; at += rowsAPart)
    await ask(server, 'PUT', `/api/imports/${id}/rows`, { start: at, fields, rows: rows.slice(at, at + rowsAPart) })
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
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
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

const sheet = await readSheet(process.argv[2] ?? '')
const unbroken = await importAndKill(sheet, [])
console.log(`unbroken: ${unbroken}`)
const broken = await importAndKill(sheet, [0.3, 0.6, 0.9])
console.log(`killed at 30, 60 and 90 %: ${broken}`)
if (unbroken !== broken) throw new Error('They came to different ends.')
