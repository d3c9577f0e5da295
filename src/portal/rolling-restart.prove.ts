import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { addProducts } from '#catalog/add-products.ts'
import { startTestPortal } from './testing.ts'
import { startBalancer } from './testing-balancer.ts'
import { databaseUrl, type PortalProcess, startProcess, type SignalTarget } from './testing-process.ts'

/** An older process must work while the next release adds columns. */
const addColumns = async (owner: pg.Pool): Promise<void> => {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'migration'`,
  )
  for (const { name } of rows) await owner.query(`alter table ${name} add column of_next_release text`)
}

const exchange = async (told: SignalTarget): Promise<void> => {
  const { db, connection, owner, addUser } = await startTestPortal()
  const products = await addProducts(
    db,
    [...'ABC'].map((letter) => ({ name: `Product ${letter}`, is_published: true, count_in_stock: 9 })),
  )
  const start = (port = '0') =>
    startProcess(
      {
        DATABASE_URL: databaseUrl(connection),
        DEMO: '0',
        PORT: port,
        // On a busy machine the balancer in this process may notice a leaving portal late.
        DRAIN_SECONDS: '5',
        RATE_LIMITS: '0',
      },
      told,
    )
  const portals: PortalProcess[] = []
  for (let at = 0; at < 2; at++) portals.push(await start())
  const addresses = portals.map(({ address }) => address)
  const balancer = await startBalancer(addresses)
  await balancer.untilReady(...addresses)

  let isOver = false
  let answered = 0
  const failures: string[] = []
  const ask = async (token: string, path: string, body?: object) => {
    const response = await fetch(balancer.address + path, {
      method: body ? 'PUT' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    answered++
    if (!response.ok) failures.push(`${path} ${response.status} ${response.headers.get('x-failure') ?? text}`)
  }
  const buyers = Array.from({ length: 8 }, async (_, index) => {
    const { token, email } = await addUser()
    for (let turn = 1; !isOver; turn++) {
      const { _id } = products[(index + turn) % products.length] ?? {}
      await ask(token, '/api/cart', { lines: [{ _id, quantity: 1 + (turn % 9) }] })
      await ask(token, '/api/products/search?query=product')
      await ask(token, `/api/orders/mineSAPLocal/${email}`)
      await ask(token, `/api/users/UserByEmail/${email}`)
    }
  })

  const another = addresses.toReversed()
  for (const [index, portal] of portals.entries()) {
    await portal.stop()
    await balancer.untilReady(another[index] ?? '')
    await start(new URL(portal.address).port)
    await balancer.untilReady(...addresses)
    if (index === 0) await addColumns(owner)
  }
  isOver = true
  await Promise.all(buyers)
  assert.deepEqual(failures, [])
  assert.ok(answered > 100, `${answered} requests`)
  process.stderr.write(`told to the ${told}: ${failures.length} of ${answered} failed\n`)
}

for (const told of ['process', 'npm', 'group'] as const)
  test(`portals are replaced by a signal to the ${told} while tables change, without a failed request`, () =>
    exchange(told))
