import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { openSession } from '#identity/open-session.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { buildPortal } from '#portal/app.ts'
import { readConfig } from '#platform/config.ts'
import { connect, type Database } from '#platform/db/connect.ts'
import { startEmbedded } from '#platform/embedded-postgres/embedded.ts'
import { fillDemo } from '../demo/fill-demo.ts'
import { fillOne } from './fill-database.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'

const buyer = 'buyer@demo.example'
const database = 'apotheca'

export interface DemoOrders {
  pool: pg.Pool
  /** Sends the code beforehand; the returned function places an order of five lines without controlled goods. */
  prepareOrder: () => Promise<() => Promise<unknown>>
}

/** Orders in the demo, where no approval rule or budget applies to its buyer. The portal has one connection. */
export const orderInDemo = async <T>(act: (orders: DemoOrders) => Promise<T>): Promise<T> => {
  const folder = await makeFolder('placement')
  const cluster = await startEmbedded(folder, { durable: false })
  try {
    await fillOne(cluster, database, ({ db }) => fillDemo(db, null))
    // With one connection, statements are sent one after the other.
    const opened = connect({ ...cluster.connection, database }, 1, 0)
    try {
      return await openPortal(opened, act)
    } finally {
      await opened.close()
    }
  } finally {
    await cluster.stop()
    await removeFolder(folder)
  }
}

const openPortal = async <T>({ db, pool }: Database, act: (orders: DemoOrders) => Promise<T>): Promise<T> => {
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
         and dea_schedule = '' and not is_list_one
       order by id limit 5`,
    )
    const orderItems = products.map((product) => ({ _id: product.id, quantity: 1 }))
    const prepareOrder = async () => {
      await ask('POST', `/api/orders/sendOTP/${id}`)
      const { rows: mails } = await pool.query<{ subject: string }>(
        `select subject from mail where subject like 'Your verification code%' order by created_at desc, id desc limit 1`,
      )
      const otp = /\d{6}/.exec(mails[0]?.subject ?? '')?.[0] ?? ''
      const facts = { orderItems, shippingMethod: 'UPS GROUND', purchaseOrder: 'BENCH', otp }
      return () => ask('POST', '/api/orders', facts)
    }
    return await act({ pool, prepareOrder })
  } finally {
    await http.close()
  }
}
