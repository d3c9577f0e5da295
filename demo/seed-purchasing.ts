import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { settings } from '#platform/settings.ts'
import { approvalReasons } from '../src/purchasing/evaluate-order.ts'
import { noRules } from '../src/purchasing/approvals/rule-shapes.ts'
import { approvalReasonOf, budgetsOver, titleOf } from '../src/purchasing/budgets/check-budgets.ts'
import { countSpent, type Spent } from '../src/purchasing/budgets/count-spent.ts'

export interface Hospital {
  businessId: string
  buyerId: string
  managerId: string
  approverId: string
}

const timeZone = settings.BUSINESS_TIME_ZONE.byDefault
const centers = [
  { code: '210', name: 'Emergency' },
  { code: '310', name: 'Intensive care' },
  { code: '410', name: 'Surgery' },
] as const
const rules = { ...noRules, overAmount: 1_500, isForControlled: true }
const overForSecondStep = 10_000

/** How a hospital controls its purchases: cost centers, approval rules and steps, budgets, and approval requests. */
export const seedPurchasing = async (tx: Tx, hospital: Hospital): Promise<void> => {
  const centerIds = await seedCostCenters(tx, hospital)
  await seedRules(tx, hospital)
  await seedBudgets(tx, hospital, centerIds)
  await seedRequests(tx, hospital, centerIds)
}

const seedCostCenters = async (tx: Tx, { businessId }: Hospital): Promise<string[]> => {
  const rows = centers.map((center) => ({ ...center, id: newId(), business_id: businessId }))
  await tx.insertInto('cost_center').values(rows).execute()
  await sql`
    update sales_order set cost_center_id = center.id, cost_center_code = center.code, cost_center_name = center.name
    from (
      select id, row_number() over (order by created_at) % ${rows.length}::int as place
      from sales_order where business_id = ${businessId}::uuid and not erp_created
    ) numbered
    join unnest(${rows.map(({ id }) => id)}::uuid[]) with ordinality as chosen (id, nth) on nth = place + 1
    join cost_center center on center.id = chosen.id
    where sales_order.id = numbered.id`.execute(tx)
  return rows.map(({ id }) => id)
}

const seedRules = async (tx: Tx, { businessId, managerId, approverId }: Hospital): Promise<void> => {
  await tx
    .insertInto('approval_rules')
    .values({ business_id: businessId, over_amount: rules.overAmount, over_lines: null, is_for_controlled: true })
    .execute()
  const steps = [
    { over_amount: null, user_id: managerId },
    { over_amount: overForSecondStep, user_id: approverId },
  ].map((step, at) => ({ ...step, business_id: businessId, step_no: at + 1 }))
  await tx
    .insertInto('approval_step')
    .values(steps.map(({ user_id: _, ...step }) => step))
    .execute()
  await tx
    .insertInto('approval_step_member')
    .values(steps.map(({ over_amount: _, ...member }) => member))
    .execute()
}

type Budget = Pick<Spent, 'period' | 'mode'> & {
  center?: number
  isOfBuyer?: true
  /** The part of the budget that is spent; without it, or if nothing is spent yet, `amount` applies. */
  share?: number
  amount: number
}

const budgets: Budget[] = [
  { period: 'month', mode: 'warn', share: 0.93, amount: 12_000 },
  { period: 'quarter', mode: 'warn', center: 0, share: 1.12, amount: 4_000 },
  { period: 'quarter', mode: 'warn', center: 1, share: 0.4, amount: 6_000 },
  { period: 'quarter', mode: 'ask', center: 2, share: 0.96, amount: 250 },
  { period: 'month', mode: 'stop', isOfBuyer: true, amount: 20_000 },
]

/** Budgets of every level: hardly used, near the limit, and over it. */
const seedBudgets = async (tx: Tx, { businessId, buyerId }: Hospital, centerIds: string[]): Promise<void> => {
  const rows = budgets.map(({ center, isOfBuyer, share, ...budget }) => ({
    ...budget,
    id: newId(),
    business_id: businessId,
    user_id: isOfBuyer ? buyerId : null,
    cost_center_id: center === undefined ? null : (centerIds[center] ?? null),
    notified_for: null,
  }))
  await tx.insertInto('budget').values(rows).execute()
  const spent = new Map((await countSpent(tx, { businessId, ids: null, timeZone })).map((one) => [one.id, one.used]))
  for (const [at, { id }] of rows.entries()) {
    const share = budgets[at]?.share
    const amount = share ? Math.round((spent.get(id) ?? 0) / share / 50) * 50 : 0
    if (amount > 0) await tx.updateTable('budget').set({ amount }).where('id', '=', id).execute()
  }
}

interface Request {
  center: number
  /** Which of the usual products, most ordered first. */
  products: [from: number, to: number]
  dollarsALine: number
  hoursAgo: number
  purchaseOrder: string
  askedReason: string
  rejected?: string
}

/** The first is over the amount, the second over a budget; the third was rejected. */
const requests: Request[] = [
  {
    center: 1,
    products: [0, 4],
    dollarsALine: 480,
    hoursAgo: 3,
    purchaseOrder: 'MCH-ICU-204',
    askedReason: 'Two more beds open on Monday.',
  },
  {
    center: 2,
    products: [4, 6],
    dollarsALine: 260,
    hoursAgo: 26,
    purchaseOrder: 'MCH-SUR-118',
    askedReason: 'Extra cases next week.',
  },
  {
    center: 0,
    products: [2, 6],
    dollarsALine: 420,
    hoursAgo: 11 * 24,
    purchaseOrder: 'MCH-ER-087',
    askedReason: '',
    rejected: 'We still have enough for three weeks.',
  },
]

interface Usual {
  id: string
  name: string
  price: number
}

const seedRequests = async (tx: Tx, hospital: Hospital, centerIds: string[]): Promise<void> => {
  const { rows: usual } = await sql<Usual>`
    select product.id, product.name, product.price
    from sales_order join order_line line on line.order_id = sales_order.id join product on product.id = line.product_id
    where sales_order.business_id = ${hospital.businessId}::uuid and product.is_published
      and product.dea_schedule = '' and product.cold_status = ''
    group by product.id order by count(*) desc, product.ndc_key, product.id limit 6`.execute(tx)
  const all = await countSpent(tx, { businessId: hospital.businessId, ids: null, timeZone })
  for (const request of requests.toReversed()) {
    const lines = usual.slice(...request.products).map(({ id: product_id, name, price }, at) => ({
      line_no: at + 1,
      product_id,
      name,
      price,
      quantity: Math.ceil(request.dollarsALine / price),
    }))
    if (lines.length > 0) await addRequest(tx, hospital, { request, lines, all, centerId: centerIds[request.center] })
  }
}

interface Asked {
  request: Request
  lines: { line_no: number; product_id: string; name: string; price: number; quantity: number }[]
  all: Spent[]
  centerId: string | undefined
}

const addRequest = async (
  tx: Tx,
  { businessId, buyerId, managerId }: Hospital,
  { request, lines, all, centerId = '' }: Asked,
): Promise<void> => {
  const id = newId()
  const total = lines.reduce((cents, { price, quantity }) => cents + Math.round(price * 100) * quantity, 0) / 100
  const ids = all.filter(({ costCenterId, mode }) => costCenterId === centerId && mode === 'ask').map((one) => one.id)
  const over = await budgetsOver(tx, { businessId, ids, total, timeZone })
  const hoursAgo = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours}::int)`
  await tx
    .insertInto('approval_request')
    .values({
      id,
      business_id: businessId,
      asked_by: buyerId,
      reasons: [
        ...approvalReasons(
          rules,
          lines.map((line) => ({ ...line, isCold: false, isControlled: false, stateSchedule: null, isNew: false })),
        ),
        ...over.map((budget) => approvalReasonOf({ ...budget, title: titleOf(budget, null) }, total)),
      ],
      payment_method: 'By Invoice',
      shipping_method: 'UPS GROUND',
      purchase_order: request.purchaseOrder,
      comments: '',
      asked_reason: request.askedReason,
      cost_center_id: centerId,
      ship_to_id: null,
      ship_location: null,
      total_price: total,
      created_at: hoursAgo(request.hoursAgo),
      expires_at: hoursAgo(request.hoursAgo - 7 * 24),
      decided_at: request.rejected ? hoursAgo(request.hoursAgo - 2) : null,
      decided_by: request.rejected ? managerId : null,
      order_id: null,
      ...(request.rejected && { state: 'rejected', decision_note: request.rejected }),
    })
    .execute()
  await tx
    .insertInto('approval_line')
    .values(lines.map((line) => ({ ...line, request_id: id, approved_quantity: null })))
    .execute()
}
