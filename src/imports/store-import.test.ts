import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { assertLedgerSums, buy } from '#catalog/testing-orders.ts'
import { catalog } from '#catalog/contract.ts'
import { inventory } from '#catalog/stock/contract.ts'
import { untilWaiting } from '#platform/db/testing-waiting.ts'
import { startTestPortal } from '#portal/testing.ts'
import { imports } from './contract.ts'
import { importing } from './testing-imports.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true, name: 'Ada', last_name: 'Admin' })
const other = await portal.addUser({ is_admin: true })
const rep = await portal.addUser({ is_sales_rep: true })
const ann = await portal.addUser()
const { begin, addRows, sendUp, find, rowsOf, act, apply, take, finish } = importing(portal, admin)

const fields = ['ndcNumber', 'name', 'price', 'countInStock']
let codes = 10_000
const newCode = () => `7${String(++codes)}`.slice(0, 5) + `-${1000 + (codes % 9000)}-01`
const productOf = async (number: string) =>
  portal.db
    .selectFrom('product')
    .selectAll()
    .where('ndc_number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

describe('an import', () => {
  it('shows what every row would do, with the values of new products, and writes nothing before it is applied', async () => {
    const [known, added] = [newCode(), newCode()]
    await finish('apply', (await sendUp(fields, [[known, 'Known', 10, 5]]))._id)
    const sent = await sendUp(fields, [
      [known, 'Known', 120, 5],
      [added, 'Added', 7.5, 3],
      [known, 'Known again', 1, 1],
      ['nothing', 'Nothing', 1, 1],
    ])
    assert.equal(sent.state, 'ready')
    assert.deepEqual(sent.counts, { new: 1, changed: 1, unchanged: 0, refused: 2, noted: 1, partial: 0 })
    assert.deepEqual(await rowsOf(sent._id, 'new'), [
      {
        row: 3,
        verdict: 'new',
        ndcNumber: added,
        name: 'Added',
        changes: [
          { field: 'Price', before: '', after: '7.5' },
          { field: 'Count In Stock', before: '', after: '3' },
          { field: 'Published', before: '', after: 'yes' },
        ],
      },
    ])
    const [noted] = await rowsOf(sent._id, 'noted')
    assert.deepEqual(noted?.changes, [{ field: 'Price', before: '10', after: '120' }])
    assert.match(noted?.notes?.[0] ?? '', /ten times/)
    assert.deepEqual(
      (await rowsOf(sent._id, 'refused')).map(({ row, reason }) => [row, reason?.slice(0, 30)]),
      [
        [4, 'Row 2 has the same NDC.'],
        [5, '“nothing” is not an NDC. Mark '],
      ],
    )
    assert.equal(await productOf(added), undefined)

    assert.equal((await take(sent._id, [2])).body.taken, 1)
    const done = await finish('apply', sent._id)
    assert.deepEqual([done.state, done.result], ['done', { new: 1, changed: 1, unchanged: 0, refused: 0 }])
    assert.equal((await productOf(added))?.price, 7.5)
    assert.equal((await productOf(known))?.price, 120)
    await assertLedgerSums(portal)
    const report = await portal.send({
      method: 'GET',
      url: `/api/imports/${sent._id}/report.csv?show=refused`,
      as: admin,
    })
    assert.match(report.raw.body, /4,refused,/)
    assert.doesNotMatch(report.raw.body, /Added/)
    const { imports: all } = (await portal.call(imports.list, { query: {}, as: other })).body
    assert.deepEqual([all[0]?.owner, all[0]?.fileName], ['Ada Admin', 'prices.csv'])
  })

  it('resumes an interrupted upload, and takes no row twice', async () => {
    const numbers = [newCode(), newCode(), newCode()]
    const rows = numbers.map((number, at) => [at + 2, number, `Resumed ${at}`, 2, 1])
    const fingerprint = crypto.randomUUID()
    const one = await begin(3, { fingerprint })
    assert.equal((await addRows(one._id, 0, fields, rows.slice(0, 2))).body.received, 2)
    const again = await begin(3, { fingerprint })
    assert.deepEqual([again._id, again.received], [one._id, 2])
    assert.notEqual((await begin(3, { fingerprint }, other))._id, one._id)
    assert.equal((await addRows(one._id, 0, fields, rows.slice(0, 2))).body.received, 2)
    assert.equal((await addRows(one._id, 5, fields, rows.slice(2))).status, 409)
    assert.equal((await addRows(one._id, 2, fields, rows.slice(2), other)).status, 403)
    assert.equal((await addRows(one._id, 2, fields, rows)).status, 400)
    assert.equal((await addRows(one._id, 2, fields, rows.slice(0, 1))).status, 400)
    assert.equal(await act('apply', one._id), 409)
    assert.equal((await addRows(one._id, 2, fields, rows.slice(2))).body.state, 'ready')
    assert.deepEqual((await find(one._id)).counts, {
      new: 3,
      changed: 0,
      unchanged: 0,
      refused: 0,
      noted: 0,
      partial: 0,
    })
  })

  it('takes two concurrent parts in their order', async () => {
    const rows = Array.from({ length: 400 }, (_, at) => [at + 2, newCode(), `Ahead ${at}`, 2, 1])
    const one = await begin(400)
    const client = await portal.owner.connect()
    await client.query('begin; lock table product in access exclusive mode')
    const first = addRows(one._id, 0, fields, rows.slice(0, 390))
    await untilWaiting(portal.owner)
    const second = addRows(one._id, 390, fields, rows.slice(390))
    await untilWaiting(portal.owner, 2)
    await client.query('commit')
    client.release()
    assert.deepEqual([(await first).status, (await second).status, (await second).body.state], [200, 200, 'ready'])
    assert.equal((await find(one._id)).counts.new, 400)
  })

  it('is applied once by two concurrent users, and undone once', async () => {
    const number = newCode()
    const { _id } = await sendUp(fields, [[number, 'Once', 5, 4]])
    const applied = await Promise.all([act('apply', _id), act('apply', _id, other)])
    assert.deepEqual(applied.toSorted(), [202, 409])
    await portal.worker.drain()
    assert.equal((await productOf(number))?.count_in_stock, 4)
    assert.equal(await act('apply', _id), 409)
    const undone = await Promise.all([act('undo', _id), act('undo', _id, other)])
    assert.deepEqual(undone.toSorted(), [202, 409])
    await portal.worker.drain()
    assert.equal(await productOf(number), undefined)
    assert.equal((await find(_id)).state, 'undone')
  })

  it('is stopped and continued', async () => {
    const rows = Array.from({ length: 700 }, (_, at) => [newCode(), `Stopped ${at}`, 2, 1])
    const { _id } = await sendUp(fields, rows)
    assert.equal(await act('stop', _id), 409)
    assert.equal(await act('apply', _id), 202)
    assert.equal(await act('stop', _id), 200)
    await portal.worker.drain()
    assert.equal((await find(_id)).state, 'stopped')
    assert.deepEqual((await finish('apply', _id)).result, { new: 700, changed: 0, unchanged: 0, refused: 0 })
  })

  it('is for admins only, and refuses invalid input', async () => {
    const { _id } = await sendUp(fields, [[newCode(), 'Mine', 1, 1]])
    for (const as of [rep, ann, null])
      for (const [method, url] of [
        ['GET', '/api/imports'],
        ['GET', `/api/imports/${_id}`],
        ['GET', `/api/imports/${_id}/report.csv`],
        ['POST', `/api/imports/${_id}/apply`],
        ['POST', `/api/imports/${_id}/undo`],
        ['DELETE', `/api/imports/${_id}`],
      ] as const)
        assert.equal((await portal.send({ method, url, as })).status, as ? 403 : 401, url)
    const body = { kind: 'products', fileName: 'x', fingerprint: 'x', rowCount: 1 }
    for (const wrong of [{ kind: 'orders' }, { rowCount: 0 }, { rowCount: 300_001 }, { countedAt: 'yesterday' }])
      assert.equal(
        (await portal.send({ method: 'POST', url: '/api/imports', payload: { ...body, ...wrong }, as: admin })).status,
        400,
        JSON.stringify(wrong),
      )
    const open = await begin(3)
    const part = { start: 0, fields, rows: [[2, newCode(), 'a', 1, 1]] }
    for (const wrong of [
      { rows: [['x', 'y']] },
      { rows: [[3], [2]] },
      { rows: [[2, { a: 1 }]] },
      { rows: [] },
      { fields: [] },
    ])
      assert.equal(
        (
          await portal.send({
            method: 'PUT',
            url: `/api/imports/${open._id}/rows`,
            payload: { ...part, ...wrong },
            as: admin,
          })
        ).status,
        400,
        JSON.stringify(wrong),
      )
    const hostile = [
      [2, 'a\u0000b', 'x', 1, 1],
      [3, newCode(), '\ud800', 1, 1],
    ]
    assert.equal((await addRows(open._id, 0, fields, hostile)).body.counts.refused, 2)
    assert.equal((await portal.call(imports.discard, { params: { id: _id }, as: other })).status, 200)
    assert.equal((await portal.call(imports.byId, { params: { id: _id }, as: admin })).status, 404)
  })
})

describe('the stock of a sheet', () => {
  const stockOf = async (number: string) => (await productOf(number))?.count_in_stock
  const idOf = async (number: string) => (await productOf(number))?.id ?? ''

  it('never restores what was ordered since the count, however often the file is imported', async () => {
    const number = newCode()
    const rows = [[number, 'Counted', 5, 100]]
    await finish('apply', (await sendUp(fields, rows))._id)
    const countedAt = new Date().toISOString()
    assert.equal(await buy(portal, ann, [{ _id: await idOf(number), quantity: 4 }]), 201)
    const again = await sendUp(fields, rows, { countedAt })
    assert.equal(again.counts.unchanged, 1)
    const dearer = await sendUp(fields, [[number, 'Counted', 6, 110]], { countedAt })
    assert.deepEqual((await rowsOf(dearer._id, 'changed'))[0]?.changes?.[1], {
      field: 'Count In Stock',
      before: '96',
      after: '106',
      why: '110 in the file, 4 removed since',
    })
    assert.equal(await buy(portal, ann, [{ _id: await idOf(number), quantity: 6 }]), 201)
    await finish('apply', dearer._id)
    assert.equal(await stockOf(number), 100)
    await finish('apply', (await sendUp(fields, [[number, 'Counted', 7, 110]], { countedAt }))._id)
    assert.equal(await stockOf(number), 100)
    await assertLedgerSums(portal)
  })

  it('is set to the count on request; orders between preview and apply stay subtracted', async () => {
    const number = newCode()
    await finish('apply', (await sendUp(fields, [[number, 'Set', 5, 100]]))._id)
    assert.equal(await buy(portal, ann, [{ _id: await idOf(number), quantity: 4 }]), 201)
    const set = await sendUp(fields, [[number, 'Set', 5, 100]])
    assert.equal(set.counts.changed, 1)
    assert.equal(await buy(portal, ann, [{ _id: await idOf(number), quantity: 3 }]), 201)
    await finish('apply', set._id)
    assert.equal(await stockOf(number), 97)
  })

  it('keeps a correction, and is 0 if more went out than the sheet counts', async () => {
    const number = newCode()
    await finish('apply', (await sendUp(fields, [[number, 'Corrected', 5, 20]]))._id)
    const countedAt = new Date().toISOString()
    const correct = (quantity: number) => async () =>
      portal.call(inventory.correctStock, {
        params: { id: await idOf(number) },
        body: { quantity, reason: 'Broken' },
        as: admin,
      })
    await correct(-5)()
    await finish('apply', (await sendUp(fields, [[number, 'Corrected', 5, 30]], { countedAt }))._id)
    assert.equal(await stockOf(number), 25)
    await finish('apply', (await sendUp(fields, [[number, 'Corrected', 5, 3]], { countedAt }))._id)
    assert.equal(await stockOf(number), 0)
    await assertLedgerSums(portal)
  })
})

describe('an undo', () => {
  it('restores values that are still as imported, and lists those that were changed since', async () => {
    const [plain, edited, sold, fresh, ordered] = [newCode(), newCode(), newCode(), newCode(), newCode()]
    const names = [plain, edited, sold]
    await finish(
      'apply',
      (
        await sendUp(
          fields,
          names.map((number) => [number, 'Old', 5, 10]),
        )
      )._id,
    )
    const { _id } = await sendUp(fields, [
      ...names.map((number) => [number, 'New', 8, 25]),
      [fresh, 'Fresh', 3, 2],
      [ordered, 'Ordered', 3, 9],
    ])
    await finish('apply', _id)
    const idOf = async (number: string) => (await productOf(number))?.id ?? ''
    const { body } = await portal.call(catalog.byId, { params: { id: await idOf(edited) }, as: admin })
    const edit = { __v: body.__v, price: 9 }
    assert.equal(
      (await portal.send({ method: 'PUT', url: `/api/products/${await idOf(edited)}`, payload: edit, as: admin }))
        .status,
      200,
    )
    assert.equal(
      await buy(portal, ann, [
        { _id: await idOf(sold), quantity: 15 },
        { _id: await idOf(ordered), quantity: 1 },
      ]),
      201,
    )

    const undone = await finish('undo', _id)
    assert.deepEqual([undone.state, undone.undone, undone.kept], ['undone', 2, 3])
    const valuesOf = async (number: string) => {
      const product = await productOf(number)
      return product && [product.name, product.price, product.count_in_stock]
    }
    assert.deepEqual(await Promise.all([plain, edited, sold, fresh, ordered].map(valuesOf)), [
      ['Old', 5, 10],
      ['Old', 9, 10],
      ['Old', 5, 10],
      undefined,
      ['Ordered', 3, 8],
    ])
    assert.deepEqual(
      (await rowsOf(_id, 'kept')).map(({ row, kept }) => [row, kept]),
      [
        [3, 'Price has changed since. It is now 9.'],
        [4, 'The import added 15 to stock and only 10 are left.'],
        [6, 'The product has been ordered since.'],
      ],
    )
    await assertLedgerSums(portal)
  })
})

describe('an import that is killed halfway', () => {
  const rowCount = 900
  const numbers = Array.from({ length: rowCount }, (_, at) => `8${String(at).padStart(4, '0')}-0001-01`)
  const before = numbers.filter((_, at) => at % 3 === 0).map((number) => [number, `Before ${number}`, 1, 10])
  const rows = numbers.map((number, at) => [number, `Name ${at}`, 2 + (at % 7), at % 50])

  const ends = async () => {
    const { rows: products } = await sql`
      select ndc_number, name, price, count_in_stock, is_published, version from product
      where ndc_number like '8____-0001-01' and deleted_at is null order by ndc_number`.execute(portal.db)
    const { rows: moves } = await sql`
      select ndc_number, quantity, reason, count(*)::int from stock_movement
      join product on product.id = product_id where ndc_number like '8____-0001-01' and deleted_at is null
      group by 1, 2, 3 order by 1, 2, 3`.execute(portal.db)
    return { products, moves }
  }
  const clear = async () => {
    await portal.owner.query(`delete from import_change`)
    await portal.owner.query(`update product set deleted_at = now() where ndc_number like '8____-0001-01'`)
  }
  const prepare = async () => {
    await clear()
    await finish('apply', (await sendUp(fields, before))._id)
    return (await sendUp(fields, rows))._id
  }
  /** Makes the database end the connection that writes this row once, like a power cut. */
  const dieAt = async (table: string, row: number) => {
    await portal.owner.query(`
      create or replace function die() returns trigger language plpgsql as $$
        begin if new.row = ${row} then perform pg_terminate_backend(pg_backend_pid()); end if; return new; end $$;
      create or replace trigger die before insert or update on ${table} for each row execute function die()`)
  }
  const live = () => portal.owner.query('drop function if exists die() cascade')
  const makeDue = () =>
    portal.db
      .updateTable('job')
      .set({ run_at: sql<Date>`now()` })
      .execute()

  it('ends like one that was not killed', async () => {
    const unbroken = await prepare()
    const done = await finish('apply', unbroken)
    assert.deepEqual(done.result, { new: rowCount - before.length, changed: before.length, unchanged: 0, refused: 0 })
    const expected = await ends()
    const expectedUndone = await finish('undo', unbroken)
    const expectedBefore = await ends()

    // In the first part, in the middle, and in the last part.
    for (const row of [2, 450, 850]) {
      const id = await prepare()
      await dieAt('import_change', row)
      await apply(id, (await find(id)).confirm?.rows)
      await portal.worker.drain()
      const cut = await find(id)
      assert.equal(cut.state, 'applying')
      assert.match(cut.problem, /will be retried/)
      await live()
      await makeDue()
      await portal.worker.drain()
      const ended = await find(id)
      assert.deepEqual([ended.state, ended.result, ended.problem], ['done', done.result, ''])
      assert.deepEqual(await ends(), expected)

      await dieAt('import_change', row)
      await act('undo', id)
      await portal.worker.drain()
      await live()
      await makeDue()
      await portal.worker.drain()
      const undone = await find(id)
      assert.deepEqual([undone.undone, undone.kept], [expectedUndone.undone, expectedUndone.kept])
      assert.deepEqual(await ends(), expectedBefore)
    }
    await assertLedgerSums(portal)
  })
})
