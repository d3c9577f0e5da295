import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Db } from '#platform/db/tables.ts'
import { notFound } from '#platform/http/refusal.ts'
import {
  type ErpException,
  type ErpAges,
  type ErpState,
  type OrderPriceDifference,
  type SyncKind,
  syncKinds,
  type SyncRun,
  type WaitingOrder,
} from './contract.ts'
import { openReasons } from '#orders/join-reasons.ts'
import { erpLane, exportKind } from '#orders/queue-export.ts'
import type { Run } from './sync/request-sync.ts'

export const wireRun = (run: Run, askedBy: string | null = null): z.input<typeof SyncRun> => ({
  _id: run.id,
  kind: run.kind as SyncKind, // the table has no other values
  state: run.state,
  askedBy,
  isFull: run.is_full,
  createdAt: run.created_at,
  startedAt: run.started_at,
  finishedAt: run.finished_at,
  read: run.read_count,
  added: run.added_count,
  changed: run.changed_count,
  refused: run.refused_count,
  message: run.message,
  notes: run.notes,
})

export const syncRun = async (db: Db, id: string): Promise<z.input<typeof SyncRun>> => {
  const run = await db
    .selectFrom('erp_run')
    .where('id', '=', id)
    .selectAll()
    .executeTakeFirstOrThrow(() => notFound('Run'))
  return wireRun(run)
}

const runsShown = 30
const rowsShown = 100

export const erpState = async (db: Db, isConnected: boolean): Promise<z.input<typeof ErpState>> => {
  const [circuit, syncs, runs, orders, waitingCount, differences, alarms] = await Promise.all([
    db.selectFrom('erp_circuit').selectAll().executeTakeFirst(),
    db.selectFrom('erp_sync').selectAll().execute(),
    recentRuns(db),
    waitingOrders(db),
    countWaiting(db),
    priceDifferences(db),
    openAlarms(db),
  ])
  return {
    isConnected,
    circuit: {
      isOpen: Boolean(circuit?.opened_at),
      reason: circuit?.reason ?? '',
      openedAt: circuit?.opened_at ?? null,
      retryAt: circuit?.retry_at ?? null,
    },
    kinds: syncKinds.map((kind) => {
      const sync = syncs.find((one) => one.kind === kind)
      return {
        kind,
        watermark: sync?.watermark ?? null,
        readAt: sync?.finished_at ?? null,
        last: runs.find((run) => run.kind === kind) ?? null,
      }
    }),
    runs,
    orders,
    waitingCount,
    differences,
    alarms,
  }
}

const recentRuns = async (db: Db): Promise<z.input<typeof SyncRun>[]> => {
  const rows = await db
    .selectFrom('erp_run')
    .leftJoin('user_account', 'user_account.id', 'erp_run.asked_by')
    .orderBy('erp_run.created_at', 'desc')
    .orderBy('erp_run.id')
    .limit(runsShown)
    .selectAll('erp_run')
    .select(['name', 'last_name'])
    .execute()
  return rows.map(({ name, last_name, ...run }) =>
    wireRun(run, name === null ? null : `${name} ${last_name ?? ''}`.trim()),
  )
}

const isWaiting = sql<boolean>`sales_order.deleted_at is null
  and (sales_order.erp_state <> 'linked' or sales_order.erp_error is not null)`

const waitingOrders = async (db: Db): Promise<z.input<typeof WaitingOrder>[]> => {
  const rows = await db
    .selectFrom('sales_order')
    .leftJoin('business', 'business.id', 'sales_order.business_id')
    .leftJoin('job', (join) =>
      join
        .on('job.kind', '=', exportKind)
        .on(sql<boolean>`job.key = sales_order.id::text`)
        .on('job.failed_at', 'is', null),
    )
    .where(isWaiting)
    .orderBy('sales_order.created_at')
    .orderBy('sales_order.id')
    .limit(rowsShown)
    .select([
      'sales_order.id as _id',
      'business.name as companyName',
      'sales_order.created_at as createdAt',
      'total_price as totalPrice',
      'erp_state as state',
      'erp_id as orderIdSap',
      'erp_attempts as attempts',
      'erp_intent_at as since',
      sql<string>`coalesce(erp_error, ${openReasons}, job.last_error,
        (select reason from lane where lane.name = ${erpLane} and paused_until > now()), '')`.as('reason'),
    ])
    .execute()
  return rows.map((row) => ({ ...row, companyName: row.companyName ?? '' }))
}

const countWaiting = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('sales_order')
    .where(isWaiting)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Must match the index predicate. */
const priceDifferences = async (db: Db): Promise<z.input<typeof OrderPriceDifference>[]> => {
  const rows = await db
    .selectFrom('sales_order')
    .leftJoin('business', 'business.id', 'sales_order.business_id')
    .where('erp_state', '=', 'linked')
    .where('erp_created', '=', false)
    .where(sql<boolean>`erp_net_amount <> items_price`)
    .where('sales_order.deleted_at', 'is', null)
    .where('is_cancelled', '=', false)
    .orderBy('sales_order.created_at', 'desc')
    .orderBy('sales_order.id')
    .limit(rowsShown)
    .select([
      'sales_order.id as _id',
      'erp_id as orderIdSap',
      'business.name as companyName',
      'sales_order.created_at as createdAt',
      'items_price as portal',
      sql<number>`erp_net_amount`.as('erp'),
    ])
    .execute()
  return rows.map((row) => ({ ...row, companyName: row.companyName ?? '' }))
}

const openAlarms = (db: Db): Promise<z.input<typeof ErpException>[]> =>
  db
    .selectFrom('erp_exception')
    .where('cleared_at', 'is', null)
    .orderBy('raised_at', 'desc')
    .limit(rowsShown)
    .select(['key', 'order_id as orderId', 'message', 'raised_at as raisedAt'])
    .execute()

export const erpAges = async (db: Db): Promise<z.input<typeof ErpAges>> => {
  const rows = await db.selectFrom('erp_sync').select(['kind', 'finished_at']).execute()
  const ageOf = (kind: SyncKind) => rows.find((row) => row.kind === kind)?.finished_at ?? null
  return {
    orders: ageOf('orders'),
    invoices: ageOf('invoices'),
    addresses: ageOf('addresses'),
    openItems: ageOf('openItems'),
  }
}
