import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { removeContractPrices } from '#pricing/replace-prices.ts'
import { removeDemoAccounts } from '#customers/remove-demo-accounts.ts'
import { users } from '#customers/contract.ts'
import { importing } from '#imports/testing-imports.ts'
import { orders } from '#orders/contract.ts'
import { transaction } from '#platform/db/connect.ts'
import { startTestPortal } from '#portal/testing.ts'
import { countOrders } from '#reports/count-orders.ts'
import { storeInvoices } from '#erp/sync/store-invoices.ts'
import { storeOrders } from '#erp/sync/store-orders.ts'
import type { ErpInvoice, ErpOrder } from '#erp/gateway/erp.ts'
import { withCheckDigit } from '#shared/check-digit.ts'
import { wholesalerGln } from '#traceability/epcis/testing-documents.ts'
import { keptKinds } from './record-kinds.ts'
import { keepingRecords, lostOf } from './testing-records.ts'

const portal = await startTestPortal({
  environment: { OWN_GLNS: wholesalerGln, RETENTION_DAYS: '1', PURGE_RECORDS: '1' },
})
const { db, owner, call } = portal
const admin = await portal.addUser({ is_admin: true, account_number: '' })
const { addDocument, addLicense, addOrder, addBilled, addStock, keysOf } = keepingRecords(portal, admin)
const gln = withCheckDigit('030002222222')
const buyer = await portal.addUser({ account_number: '1000001', gln_number: gln })
const colleague = await portal.addUser({ business_id: buyer.businessId })
const open = await addOrder(buyer, { erp_state: 'waiting' })
const linked = await addOrder(buyer, { erp_id: '510020', purchase_order: 'PO-77' })
const fromErp = await addOrder(buyer, { erp_id: '510021', erp_created: true, erp_object_id: 'E510021' })
const invoice = await addBilled(linked)
const product = await addStock(open)
const license = await addLicense(buyer.businessId)
const ours = await addLicense(null, { warehouse: 'Main' })
const outbound = await addDocument({ seller: wholesalerGln, buyer: gln, order: 'PO-77' })
const inbound = await addDocument({ lot: 'B456' })

/** Runs an act and asserts that no record is gone. */
const keepsAll = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const before = await keysOf()
  const result = await work()
  assert.deepEqual(lostOf(before, await keysOf()), [], what)
  return result
}

const tables = keptKinds.flatMap((kind) => kind.tables)
const guardedByAudit = ['audit_entry', 'audit_link']

describe('the database', () => {
  it('refuses to delete or empty every table of records, even for its owner', async () => {
    for (const table of tables.filter((name) => name !== 'legal_hold' && !guardedByAudit.includes(name))) {
      const { rowCount } = await owner.query(`select from ${table} limit 1`)
      if (rowCount) await assert.rejects(owner.query(`delete from ${table}`), /deleted only by the purge/, table)
      await assert.rejects(owner.query(`truncate ${table} cascade`), /deleted only by the purge/, table)
    }
    for (const table of guardedByAudit) await assert.rejects(owner.query(`delete from ${table}`), /append-only/)
  })

  it('guards exactly the tables that have a retention period', async () => {
    const { rows } = await sql<{ table: string; deletes: number; truncates: number }>`
      select tgrelid::regclass::text as "table", (count(*) filter (where tgtype & 8 > 0))::int as deletes,
        (count(*) filter (where tgtype & 32 > 0))::int as truncates
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname in ('refuse_record_deletion', 'refuse_change') and tgrelid::regclass::text <> 'stored_head'
      group by 1 order by 1`.execute(db)
    assert.deepEqual(
      rows,
      tables.toSorted().map((table) => ({ table, deletes: 1, truncates: 1 })),
    )
  })

  it('has no cascade or clearing reference from a table of records', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint
      where contype = 'f' and conrelid::regclass::text = any(${tables}::text[]) and confdeltype in ('c', 'n', 'd')`.execute(
      db,
    )
    assert.deepEqual(rows, [])
  })

  it('names in each purge all tables that refer to its records', async () => {
    const { rows } = await sql<{ from: string; to: string }>`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
      where contype = 'f'`.execute(db)
    for (const kind of keptKinds.filter(({ purge }) => purge)) {
      const from = rows.filter((row) => kind.tables.includes(row.to)).map((row) => row.from)
      assert.deepEqual(
        from.filter((table) => !kind.tables.includes(table)),
        [],
        `add the table to the kind “${kind.name}”, with the condition for its rows`,
      )
      assert.deepEqual(Object.keys(kind.purge?.rowsOf ?? {}), kind.tables.slice(0, -1))
    }
  })
})

describe('no record is deleted', () => {
  it('by any DELETE call, whatever record it names', async () => {
    const spare = await portal.addUser({ is_admin: true, account_number: '' })
    const ids = [open, linked, fromErp, invoice, product, license, ours, outbound, inbound]
    ids.push(buyer._id, colleague._id, spare._id, buyer.businessId)
    const worked: string[] = []
    await keepsAll('a DELETE call', async () => {
      const deletes = portal.endpoints.filter(({ method }) => method === 'DELETE')
      for (const { path } of deletes)
        for (const id of ids)
          for (const __v of ['1', '2']) {
            const url = path.replaceAll(/:\w+/g, id)
            const { status } = await portal.send({
              method: 'DELETE',
              url,
              query: { reason: 'A test.', __v },
              // A call without an ID is about the caller, such as their sessions.
              as: path.includes(':') ? admin : spare,
            })
            assert.ok(status < 500, `${status} for DELETE ${url}`)
            if (status < 300) worked.push(path)
          }
    })
    for (const path of ['/api/orders/:id', '/api/licenses/:id', '/api/users/:id', '/api/products/:id'])
      assert.ok(worked.includes(path), `${path} deleted nothing: ${[...new Set(worked)].join(' ')}`)
    const { deleted_at } = await db
      .selectFrom('business')
      .select('deleted_at')
      .where('id', '=', buyer.businessId)
      .executeTakeFirstOrThrow()
    assert.ok(deleted_at, 'the business closed with its last user')
    const { body } = await call(orders.byId, { params: { id: linked }, as: admin })
    assert.equal(body._id, linked, 'admins still read the orders of a closed business')
  })

  it('by rejecting a request or removing the accounts of the demo', async () => {
    const applicant = await portal.addUser({ is_active: false, account_number: '' })
    await addOrder(applicant)
    await addLicense(applicant.businessId)
    const demo = await portal.addUser({ is_demo: true })
    await addOrder(demo)
    await keepsAll('the demo accounts', async () => {
      const { status } = await call(users.reject, {
        params: { id: applicant._id },
        query: { reason: 'A test.' },
        as: admin,
      })
      assert.equal(status, 200)
      assert.equal(await removeDemoAccounts(db, { onCustomersGone: removeContractPrices }), 1)
    })
  })

  it('by the hourly cleanup or the purge while no period is over', async () => {
    await keepsAll('the jobs', async () => {
      await portal.worker.queueRecurring()
      await portal.worker.drain()
    })
  })

  it('by imports: the trail has each schedule that they set, change and undo', async () => {
    const { sendUp, finish } = importing(portal, admin)
    const columns = ['ndcNumber', 'name', 'price', 'deaSchedule', 'scheduleSource']
    const ndc = '55555-0001-01'
    const send = (schedule: string) => sendUp(columns, [[ndc, 'Newdrug 5 mg', 5, schedule, 'label']])
    await keepsAll('an import', async () => {
      await finish('apply', (await send('CV'))._id)
      const second = await send('CIV')
      await finish('apply', second._id)
      await finish('undo', second._id)
    })
    await db
      .updateTable('import')
      .set({ created_at: new Date(0) })
      .execute()
    await db
      .updateTable('job')
      .set({ run_at: new Date(0) })
      .where('kind', '=', 'portal.purge')
      .execute()
    await portal.worker.drain()
    assert.deepEqual(await db.selectFrom('import').select('id').execute(), [])
    const { id } = await db.selectFrom('product').select('id').where('ndc_number', '=', ndc).executeTakeFirstOrThrow()
    const entries = await db
      .selectFrom('audit_entry')
      .select(['action', sql<string | null>`before ->> 'dea_schedule'`.as('before')])
      .select(sql<string>`after ->> 'dea_schedule'`.as('after'))
      .where('entity_id', '=', id)
      .where('action', 'like', 'schedule%')
      .orderBy('id')
      .execute()
    assert.deepEqual(entries, [
      { action: 'schedule imported', before: null, after: 'CV' },
      // The undo leaves a higher schedule as it is.
      { action: 'schedule imported', before: 'CV', after: 'CIV' },
    ])
  })
})

describe('lines that the ERP replaces', () => {
  const changedAt = new Date()

  it('of its own order stay in the trail', async () => {
    const order: ErpOrder = {
      objectId: 'E510021',
      id: '510021',
      reference: '',
      accountId: '1000001',
      billToPartyId: '1000001',
      status: '1',
      isReleased: false,
      isCancelled: false,
      netAmount: 20,
      createdAt: changedAt,
      changedAt,
      purchaseOrder: null,
      shippingMethod: null,
      trackingCode: null,
      shipTo: null,
      lines: [
        {
          item: '10',
          replaces: '',
          productId: '00093-0058-01',
          description: 'Tramadol',
          quantity: 2,
          unit: 'EA',
          netAmount: 20,
          isCancelled: null,
          schedule: null,
        },
      ],
    }
    await transaction(db, (tx) => storeOrders(tx, [order], { config: portal.config, countOrders }))
    const line = await db.selectFrom('order_line').select('quantity').where('order_id', '=', fromErp).executeTakeFirst()
    assert.equal(line?.quantity, 2)
    assert.deepEqual(await formerLines(fromErp), [[3, '00093-0058-01']])
  })

  it('of an invoice stay in the trail', async () => {
    const told: ErpInvoice = {
      objectId: 'I1',
      id: invoice,
      buyerPartyId: '1000001',
      payerPartyId: '1000001',
      orderId: '510020',
      date: portal.day(),
      dueDate: null,
      createdAt: changedAt,
      changedAt,
      releaseStatus: '3',
      isCancellation: false,
      isCredit: false,
      cancels: '',
      netAmount: 20,
      grossAmount: 20,
      shippingCharge: null,
      currency: 'USD',
      purchaseOrder: null,
      shippingMethod: null,
      trackingCode: null,
      fedExAccount: null,
      lines: [{ productId: '00093-0058-01', description: 'Tramadol', quantity: 2, unit: 'EA', netAmount: 20 }],
    }
    await transaction(db, (tx) => storeInvoices(tx, [told]))
    const line = await db
      .selectFrom('invoice_line')
      .select('quantity')
      .where('invoice_id', '=', invoice)
      .executeTakeFirst()
    assert.equal(line?.quantity, 2)
    assert.deepEqual(await formerLines(invoice), [[3, '00093-0058-01']])
  })

  const formerLines = async (id: string) => {
    const { before } = await db
      .selectFrom('audit_entry')
      .select('before')
      .where('entity_id', '=', id)
      .where('action', 'like', '%lines replaced')
      .executeTakeFirstOrThrow()
    const { lines } = before as { lines: { quantity: number; slug?: string; product_number?: string }[] }
    return lines.map(({ quantity, slug, product_number: number }) => [quantity, slug ?? number])
  }
})

it('only named code deletes records', async () => {
  const callers: string[] = []
  for await (const file of glob('src/**/*.ts'))
    if (/\bdeleteRecords\(/.test(await readFile(file, 'utf8')) && !/test(?:ing-[\w-]+)?\.ts$/.test(file))
      callers.push(file)
  assert.deepEqual(callers.toSorted(), [
    'src/erp/sync/refresh-order.ts',
    'src/erp/sync/store-invoices.ts',
    'src/retention/purge-due-records.ts',
  ])
})
