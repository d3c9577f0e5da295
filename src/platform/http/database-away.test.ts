import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { carts } from '#cart/contract.ts'
import { connectErp } from '#erp/connect-erp.ts'
import { connect } from '#platform/db/connect.ts'
import { openLine } from '#platform/db/testing-line.ts'
import { buildPortal } from '#portal/app.ts'
import { startTestPortal } from '#portal/testing.ts'

const { config, connection, addUser } = await startTestPortal()
const line = await openLine(connection)
const { db, close } = connect(line.address, 2, 300)
const { http } = await buildPortal({ config, db, erp: connectErp(config) })
after(async () => {
  await http.close()
  await close()
})
const { token } = await addUser()

const ask = async () => {
  const answer = await http.inject({
    url: carts.read.path,
    headers: { authorization: `Bearer ${token}` },
  })
  const { message, databaseAway } = answer.json<{ message?: string; databaseAway?: boolean }>()
  return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], message, databaseAway }
}

const away = {
  status: 503,
  retryAfter: '5',
  message: 'The portal’s database does not answer. Please try again in a moment.',
  databaseAway: true,
}

test('while the database is down every call says so, and the first call after it succeeds', async () => {
  assert.equal((await ask()).status, 200)
  line.tear()
  assert.deepEqual(await ask(), away)
  assert.equal((await http.inject({ url: '/readyz' })).statusCode, 503)
  assert.equal((await http.inject({ url: '/healthz' })).statusCode, 200)
  await line.join()
  assert.equal((await ask()).status, 200)
})

test('/readyz reports a frozen database within a supervisor’s timeout', async () => {
  const patient = connect(line.address, 2, 0)
  const portal = await buildPortal({ config, db: patient.db, erp: connectErp(config) })
  after(async () => {
    await portal.http.close()
    await patient.close()
  })
  await portal.http.ready()
  line.cut()
  const answer = await portal.http.inject({ url: '/readyz' })
  line.mend()
  // Requests sent during the freeze never get an answer.
  line.tear()
  await line.join()
  assert.deepEqual([answer.statusCode, answer.json()], [503, { status: 'the database does not answer' }])
})

test('a database that accepts a query and then stays silent counts as down', async () => {
  line.cut()
  assert.deepEqual(await ask(), away)
  line.mend()
  assert.equal((await ask()).status, 200)
})
