import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { startTestPortal } from '#portal/testing.ts'
import { connect, transaction } from './connect.ts'
import { portalRole } from './grant-access.ts'
import { prepareForWire, prepareStatement } from './prepare-statement.ts'

const portal = await startTestPortal()
await portal.owner.query(`grant create on schema public to ${portalRole}`)
/** A single connection, so that its state carries over between tests. */
const { db, pool, close } = connect(portal.connection, 1)
after(close)

const columns = sql`select 'Ärzte ''n'' co' as text, ''::text as empty, null::text as none, 12.50::numeric(14,2) as amount,
  9007199254740993::bigint as long, 3 as short, true as yes, null::boolean as unknown, '2026-02-28'::date as day,
  '2026-02-28T23:59:59.123Z'::timestamptz as moment, '{"a":[1,null]}'::jsonb as json, array['a', null, 'b,"'] as list,
  '01a118ce-4b02-7000-8000-0000000ee267'::uuid as id, '\\x00ff'::bytea as bytes`

test('a prepared statement returns the same rows as the plain one', async () => {
  const ask = prepareStatement(
    (_db, { last }: { last: number }) => sql`${columns} from generate_series(1, ${last}::int)`,
  )
  const { rows } = await sql`${columns} from generate_series(1, 2)`.execute(db)
  for (const last of [2, 2]) assert.deepEqual(await ask(db, { last }), rows)
  assert.deepEqual(await ask(db, { last: 0 }), [])
})

test('values of all types arrive unchanged', async () => {
  const ask = prepareStatement(
    (_db, given: { text: string; none: null; number: number; yes: boolean; bytes: Buffer; list: string[]; at: Date }) =>
      sql`select ${given.text}::text as text, ${given.none}::text as none, ${given.number}::float8 as number,
        ${given.yes}::boolean as yes, ${given.bytes}::bytea as bytes, ${given.list}::text[] as list,
        ${given.at}::timestamptz as at`,
  )
  const given = {
    text: 'Ärzte "n" \\ co',
    none: null,
    number: 0.1,
    yes: false,
    bytes: Buffer.from([0, 255]),
    list: ['a', 'b,"{}', ''],
    at: new Date('2026-02-28T23:59:59.123Z'),
  }
  assert.deepEqual(await ask(db, given), [given])
})

test('moments for the wire are texts', async () => {
  const ask = prepareForWire(
    () => sql`select '2026-02-28 23:59:59.1+00'::timestamptz as at, null::timestamptz as never`,
  )
  assert.deepEqual(await ask(db, {}), [{ at: '2026-02-28T23:59:59.100Z', never: null }])
})

test('a statement without columns returns no rows, repeatedly', async () => {
  const name = prepareStatement(
    (_db, { name }: { name: string }) => sql`update user_account set name = ${name} where false`,
  )
  for (const value of ['a', 'b']) assert.deepEqual(await name(db, { name: value }), [])
})

const refusedWith = (code: string) => (error: unknown) => error instanceof pg.DatabaseError && error.code === code

test('an error is thrown, and the connection still works', async () => {
  const divide = prepareStatement((_db, { by }: { by: number }) => sql`select 6 / ${by}::int as result`)
  const divisionByZero = refusedWith('22012')
  await assert.rejects(divide(db, { by: 0 }), divisionByZero)
  assert.deepEqual(await divide(db, { by: 2 }), [{ result: 3 }])
  await assert.rejects(divide(db, { by: 0 }), divisionByZero)
  assert.deepEqual(await divide(db, { by: 3 }), [{ result: 2 }])
})

test('a statement that cannot be planned yet is planned later', async () => {
  const count = prepareStatement(() => sql`select count(*)::int as rows from comes_later`)
  const noSuchTable = refusedWith('42P01')
  for (const _ of [1, 2]) await assert.rejects(count(db, {}), noSuchTable)
  await sql`create table comes_later ()`.execute(db)
  for (const _ of [1, 2]) assert.deepEqual(await count(db, {}), [{ rows: 0 }])
})

test('an error in a transaction rolls it back', async () => {
  const insert = prepareStatement(() => sql`insert into comes_never default values`)
  await sql`create table comes_never (id int generated always as identity, check (id > 1))`.execute(db)
  await assert.rejects(
    transaction(db, (tx) => insert(tx, {})),
    refusedWith('23514'),
  )
  await transaction(db, (tx) => insert(tx, {}))
  const { rows } = await sql`select id from comes_never`.execute(db)
  assert.deepEqual(rows, [{ id: 2 }])
})

test('a query fails when its connection ends, and the next one plans again', async () => {
  const end = prepareStatement(
    (_db, { is }: { is: boolean }) =>
      sql`select case when ${is}::boolean then pg_terminate_backend(pg_backend_pid()) end as ended`,
  )
  assert.deepEqual(await end(db, { is: false }), [{ ended: null }])
  const gone = once(pool, 'remove')
  await assert.rejects(end(db, { is: true }))
  await gone
  assert.deepEqual(await end(db, { is: false }), [{ ended: null }])
})
