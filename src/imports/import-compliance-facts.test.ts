import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestPortal } from '#portal/testing.ts'
import { productImport } from './contract.ts'
import { importing } from './testing-imports.ts'

const portal = await startTestPortal()
const admin = await portal.addUser({ is_admin: true })
const { sendUp, rowsOf, finish } = importing(portal, admin)

type Row = Record<string, unknown>
const send = (rows: Row[]) => portal.call(productImport.importProducts, { body: rows, query: {}, as: admin })
const find = (number: string) =>
  portal.db
    .selectFrom('product')
    .selectAll()
    .where('ndc_number', '=', number)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()

test('a stated schedule is recorded with its source, and a lower one is left for an admin to confirm', async () => {
  const row = { name: 'Drug 5 mg Tablet, 100 ct bottle', price: 20 }
  const send3 = (DEA: string, more: object = {}) =>
    send(
      [1, 2, 3].map((at) => ({
        ...row,
        ndc: `38333-4444-0${at}`,
        DEA: at === 1 ? DEA : at === 2 ? 'None' : '',
        ...more,
      })),
    )
  const factsOf = async () =>
    Promise.all(
      [1, 2, 3].map(async (at) => {
        const { dea_schedule, schedule_source } = await find(`38333-4444-0${at}`)
        return `${dea_schedule}/${schedule_source}`
      }),
    )
  await send3('C-III')
  assert.deepEqual(await factsOf(), ['CIII/Import', '/Import', '/'])
  for (const lower of ['C-IV', 'None']) {
    await send3(lower, { 'DEA Source': 'Price list' })
    assert.deepEqual(await factsOf(), ['CIII/Import', '/Price list', '/'], 'an empty cell is not none')
  }
  await send3('C-II')
  assert.equal((await factsOf())[0], 'CII/Import')
})

test('facts for monitoring and records are imported, and no file switches a duty off', async () => {
  const ndc = '38333-5555-01'
  const facts = async () => {
    const { is_narcotic, drug_family, base_units, is_list_one, needs_trace } = await find(ndc)
    return [is_narcotic, drug_family, base_units, is_list_one, needs_trace]
  }
  const row = { ndc, name: 'Drug 5 mg Tablet, 100 ct bottle', price: 20 }
  await send([row])
  assert.deepEqual(await facts(), [null, '', null, false, null], 'what a file does not say is not known')
  await send([{ ...row, Narcotic: 'yes', 'Drug Family': 'Opioid', 'Base Units': '100', 'List I': 'yes', DSCSA: 'yes' }])
  assert.deepEqual(await facts(), [true, 'Opioid', 100, true, true])
  const { rows } = (await send([{ ...row, Narcotic: 'unknown', 'Base Units': '-5', 'List I': 'no', DSCSA: 'unknown' }]))
    .body
  assert.deepEqual(rows[0]?.unread, [
    'Base Units “-5” is not a number above 0.',
    'List I is set in the catalog. Change it on the product’s page.',
    'DSCSA is set in the catalog. Change it on the product’s page.',
  ])
  assert.deepEqual(await facts(), [null, 'Opioid', 100, true, true])
})

test('a schedule that a file changes is no longer confirmed', async () => {
  const ndc = '38333-6666-01'
  await send([{ ndc, name: 'Drug', price: 5, DEA: 'C-V' }])
  const { id } = await find(ndc)
  await portal.db
    .updateTable('product')
    .set({ schedule_confirmed_by: admin._id, schedule_confirmed_at: new Date() })
    .where('id', '=', id)
    .execute()
  await send([{ ndc, price: 5.5 }])
  assert.equal((await find(ndc)).schedule_confirmed_by, admin._id)
  await send([{ ndc, DEA: 'C-III' }])
  assert.equal((await find(ndc)).schedule_confirmed_by, null)
})

test('an undo never lowers a schedule or switches off a duty', async () => {
  const facts = ['ndcNumber', 'name', 'price', 'deaSchedule', 'isListOne', 'needsTrace', 'drugFamily']
  const [raised, marked] = ['38333-7777-01', '38333-7777-02']
  const rows = (schedule: string, is: string) => [
    [raised, 'Raised', 5, schedule, '', '', schedule && 'Opioid'],
    [marked, 'Marked', 5, '', is, is, ''],
  ]
  await finish('apply', (await sendUp(facts, rows('None', 'no')))._id)
  const { _id } = await sendUp(facts, rows('C-IV', 'yes'))
  await finish('apply', _id)
  const shown = async () => {
    const [one, other] = [await find(raised), await find(marked)]
    return [one.dea_schedule, one.schedule_source, other.is_list_one, other.needs_trace]
  }
  assert.deepEqual(await shown(), ['CIV', 'Import', true, true])
  await finish('undo', _id)
  assert.deepEqual(await shown(), ['CIV', 'Import', true, true])
  const reasons = (await rowsOf(_id, 'kept')).map(({ kept }) => kept)
  assert.deepEqual(reasons, [
    'DEA Schedule was lower before. Confirm it on the product’s page.',
    'List I was not set before. Change it on the product’s page. DSCSA was not set before. Change it on the product’s page.',
  ])
})
