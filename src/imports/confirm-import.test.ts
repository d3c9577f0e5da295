import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { importing } from './testing-imports.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const { begin, addRows, sendUp, find, rowsOf, apply, take, finish } = importing(portal, admin)

const fields = ['ndcNumber', 'name', 'price', 'countInStock']
let codes = 1_000
const newCode = () => `70001-${++codes}-01`
const productOf = async (number: string) =>
  portal.db
    .selectFrom('product')
    .selectAll()
    .where('ndc_number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

describe('a suspicious file', () => {
  const numbers = Array.from({ length: 5 }, newCode)
  const nameOf = async () => (await Promise.all(numbers.map(productOf))).map((one) => [one?.name, one?.price])
  const known = [4, 5, 6, 7, 8].map((price, at) => [numbers[at] ?? '', `Steady ${at} 10 mg`, price, 50])

  it('is applied only with the number of rows that it changes by a wide margin', async () => {
    await finish('apply', (await sendUp(fields, known))._id)
    const sent = await sendUp(
      fields,
      known.map(([number = '', , price = 0], at) => [
        number,
        `Lot A${at} of warehouse`,
        Number(price) * (at < 3 ? 2 : 1),
        50,
      ]),
    )
    assert.deepEqual((await find(sent._id)).confirm, {
      rows: 5,
      margins: [
        { what: 'names', far: 5, of: 5 },
        { what: 'prices', far: 3, of: 5 },
      ],
    })
    for (const figure of [undefined, 3, 6]) {
      const { status, body } = await apply(sent._id, figure)
      assert.equal(status, 409)
      assert.match(body.message, /5 of 5 names change, 3 of 5 prices change by more than half.* send confirm 5\./)
    }
    assert.deepEqual((await nameOf())[0], ['Steady 0 10 mg', 4])
    await finish('apply', sent._id)
    assert.deepEqual((await nameOf())[0], ['Lot A0 of warehouse', 8])
    await finish('undo', sent._id)
  })

  it('needs no number if less than most of it changes', async () => {
    const some = known.map(([number = '', name = '', price = 0], at) => [
      number,
      name,
      Number(price) * (at < 2 ? 2 : 1.1),
      45,
    ])
    const sent = await sendUp(fields, some)
    assert.equal(sent.confirm, undefined)
    assert.equal((await apply(sent._id)).status, 202)
    await portal.worker.drain()
    await finish('undo', sent._id)
  })

  it('skips rows that need review until they are selected, and counts them from then on', async () => {
    const dear = known.map(([number = '', name = '', price = 0]) => [number, name, Number(price) * 100, 50])
    const { _id: id, counts, toDo, confirm } = await sendUp(fields, dear)
    assert.deepEqual([counts.noted, toDo, confirm], [5, 0, undefined])
    assert.equal((await take(id, [3, 4, 900])).body.toDo, 2)
    assert.equal((await take(id, [4], false)).body.taken, 1)
    const all = (await take(id, 'all')).body
    assert.deepEqual([all.taken, all.confirm?.rows], [5, 5])
    assert.equal((await apply(id)).status, 409)
    assert.equal((await take(id, 'all', false)).body.confirm, undefined)
    await take(id, [2])
    const done = await finish('apply', id)
    assert.deepEqual([done.state, done.result.changed, done.taken], ['done', 1, 1])
    assert.deepEqual(
      (await nameOf()).map(([, price]) => price),
      [400, 5, 6, 7, 8],
    )
    assert.deepEqual(
      (await rowsOf(id, 'noted')).map(({ isTaken }) => isTaken),
      [true, false, false, false, false],
    )
    const report = await portal.send({ url: `/api/imports/${id}/report.csv`, as: admin })
    assert.match(report.raw.body, /3,skipped,/)
    assert.equal((await take(id, [3])).status, 409)
    await finish('undo', id)
  })

  it('with two columns for one field is refused with both their names', async () => {
    const one = await begin(1)
    const { status, body } = await addRows(one._id, 0, ['NDC', 'Unit price', 'Sale price'], [[2, newCode(), 1, 2]])
    assert.equal(status, 400)
    assert.match(JSON.stringify(body), /Two columns could be Price: “Unit price” and “Sale price”/)
    const number = newCode()
    const sent = await sendUp(['Item #', 'NDC', 'Product name', 'Price'], [[104_233, number, 'Right 5 mg', 3]])
    assert.equal(sent.counts.new, 1)
    await finish('apply', sent._id)
    assert.equal((await productOf(number))?.name, 'Right 5 mg')
  })

  it('with unreadable cells changes the rest of the row and names those cells', async () => {
    const number = newCode()
    await finish('apply', (await sendUp(fields, [[number, 'Partial 5 mg', 5, 10]]))._id)
    const sent = await sendUp([...fields, 'gtin', 'deaSchedule'], [[number, '104233', 5.5, 'many', '123', 'CVI']])
    assert.deepEqual([sent.counts.changed, sent.counts.refused, sent.counts.partial], [1, 0, 1])
    const [row] = await rowsOf(sent._id, 'partial')
    assert.deepEqual(
      row?.unread?.map((why) => why.slice(0, 24)),
      ['Count In Stock “many” is', 'GTIN “123” is not a GTIN', 'DEA Schedule “CVI” is no', 'Material Description “10'],
    )
    await finish('apply', sent._id)
    const product = await productOf(number)
    assert.deepEqual([product?.name, product?.price, product?.count_in_stock], ['Partial 5 mg', 5.5, 10])
  })

  it('leaves out only the row that the database refuses', async () => {
    await portal.owner.query(`
      create function refuse_poison() returns trigger language plpgsql as $$ begin
        if new.name = 'Poison' then raise check_violation; end if; return new; end $$;
      create trigger refuse_poison before insert on product for each row execute function refuse_poison()`)
    const rows = Array.from({ length: 500 }, (_, at) => [newCode(), at === 377 ? 'Poison' : `Wholesome ${at}`, 2, 1])
    const { _id } = await sendUp(fields, rows)
    const { state, result, problem } = await finish('apply', _id)
    await portal.owner.query('drop function refuse_poison() cascade')
    assert.deepEqual([state, result, problem], ['done', { new: 499, changed: 0, unchanged: 0, refused: 1 }, ''])
    assert.deepEqual(
      (await rowsOf(_id, 'refused')).map(({ row, reason }) => [row, reason]),
      [[379, 'The row has a value that can’t be stored.']],
    )
  })
})
