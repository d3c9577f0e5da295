// Counts what a placement costs besides time: the files that place-order.ts reaches, and its round trips to the
// database.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { posix, resolve } from 'node:path'
import pg from 'pg'
import { parseSync } from 'vite'
import { openSession } from '#identity/open-session.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { buildPortal } from '#portal/app.ts'
import { readConfig } from '#platform/config.ts'
import { connect, type Database } from '#platform/db/connect.ts'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'
import { fillDemo } from '../demo/fill-demo.ts'
import { fillOne } from './fill-database.ts'
import { projectRoot } from './start-server.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'

export interface PlacementCounts {
  /** Files of the rooms above `shared` and `platform`, without types and tests. */
  files: number
  /** Statements from the request to the commit. */
  roundTrips: number
}

export const countPlacement = async (): Promise<PlacementCounts> => ({
  files: filesReached('src/orders/checkout/place-order.ts').filter((file) => !isGround(file)).length,
  roundTrips: await countRoundTrips(),
})

const isGround = (file: string): boolean => /^src\/(?:shared|platform)\//.test(file)

/** The file and the project files whose values it imports, directly or through others. */
export const filesReached = (start: string): string[] => {
  const reached = new Set([start])
  for (const file of reached)
    for (const name of valuesImported(file, readFileSync(resolve(projectRoot, file), 'utf8')))
      if (name.startsWith('#')) reached.add(`src/${name.slice(1)}`)
      else if (name.startsWith('.')) reached.add(posix.join(posix.dirname(file), name))
  return [...reached]
}

const valuesImported = (file: string, text: string): string[] => {
  const { staticImports, staticExports } = parseSync(file, text).module
  const imported = staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
  const exported = staticExports.flatMap(({ entries }) => entries).filter(({ isType }) => !isType)
  return [
    ...imported.map(({ moduleRequest }) => moduleRequest.value),
    ...exported.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  ]
}

const buyer = 'buyer@demo.example'
const database = 'apotheca'

/** Places an order of five lines in the demo, where no approval rule or budget applies to its buyer. */
const countRoundTrips = async (): Promise<number> => {
  const folder = await makeFolder('placement')
  const cluster = await startEmbedded(folder, { durable: false })
  try {
    await fillOne(cluster, database, ({ db }) => fillDemo(db, null))
    // With one connection, statements are sent one after the other.
    const opened = connect({ ...cluster.connection, database }, 1, 0)
    try {
      return await placeCounted(opened)
    } finally {
      await opened.close()
    }
  } finally {
    await cluster.stop()
    await removeFolder(folder)
  }
}

const placeCounted = async ({ db, pool }: Database): Promise<number> => {
  const config = readConfig({
    DEMO: '0',
    REQUIRE_LICENSE: '0',
    DATABASE_URL: 'postgres:///x',
    SECOND_FACTOR: 'optional',
    LOG_LEVEL: 'silent',
    PORT: '0',
    RATE_LIMITS: '0',
  })
  const { http } = await buildPortal({ config, db, erp: connectErp(config) })
  await http.listen({ port: 0, host: '127.0.0.1' })
  try {
    const { rows: people } = await pool.query<{ id: string }>('select id from user_account where email = $1', [buyer])
    const id = people[0]?.id ?? ''
    const token = await openSession(db, { userId: id, ip: '', userAgent: 'bench' })
    const url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`
    const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
      const answer = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'idempotency-key': randomUUID(),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`)
      return answer.json()
    }
    const { rows: products } = await pool.query<{ id: string }>(
      `select id from product where is_published and deleted_at is null and count_in_stock > 10 and not is_non_stocked
         and dea_schedule <> 'CII'
       order by id limit 5`,
    )
    const orderItems = products.map((product) => ({ _id: product.id, quantity: 1 }))
    let statements: string[] = []
    // The first order fills caches, as those of other buyers do.
    for (let order = 0; order < 2; order++) {
      await ask('POST', `/api/orders/sendOTP/${id}`)
      const { rows: mails } = await pool.query<{ subject: string }>(
        `select subject from mail where subject like 'Your verification code%' order by created_at desc, id desc limit 1`,
      )
      const otp = /\d{6}/.exec(mails[0]?.subject ?? '')?.[0] ?? ''
      const facts = { orderItems, shippingMethod: 'UPS GROUND', purchaseOrder: 'BENCH', otp }
      statements = await recordStatements(() => ask('POST', '/api/orders', facts))
    }
    const commit = statements.findIndex((text) => text.startsWith('commit'))
    if (commit < 0) throw new Error('No transaction placed the order.')
    return commit + 1
  } finally {
    await http.close()
  }
}

const recordStatements = async (act: () => Promise<unknown>): Promise<string[]> => {
  const sent: string[] = []
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text?: string }]
    sent.push(typeof first === 'string' ? first : (first.text ?? ''))
    return query.apply(this, given)
  } as typeof pg.Client.prototype.query
  try {
    await act()
    return sent
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
}

if (import.meta.main) console.log(JSON.stringify(await countPlacement()))
