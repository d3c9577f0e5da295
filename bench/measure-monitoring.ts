import { ruleOf } from '#compliance/monitoring/rule-shapes.ts'
import { median } from './measure.ts'
import { orderInDemo, type DemoOrders } from './order-in-demo.ts'
import { fineClock } from './read-usage.ts'

/** Short and many, as a busy machine disturbs some of them. */
const turns = 61
const ordersEach = 7
/** Let the connection plan its statements again after the triggers changed. */
const warmUps = 4

const ledgerTriggers = [
  ['order_line', 'order_line_controlled'],
  ['order_line', 'order_line_changed'],
  ['sales_order', 'sales_order_controlled'],
] as const

/**
 * The CPU time of a placement without controlled goods with order monitoring (signed rules, a schedule of each State and the
 * triggers of the ledger), as a multiple of the time
 * without, by the median of many turns on one connection.
 */
export const measureMonitoring = (): Promise<number> =>
  orderInDemo(async (orders) => {
    await addRules(orders)
    const ratios: number[] = []
    for (let turn = 0; turn < turns; turn++) {
      const costs = new Map<boolean, number>()
      for (const isOn of turn % 2 === 0 ? [true, false] : [false, true]) {
        await switchMonitoring(orders, isOn)
        await costsOf(orders, warmUps)
        costs.set(isOn, median(await costsOf(orders, ordersEach)))
      }
      ratios.push((costs.get(true) ?? 0) / (costs.get(false) ?? 0))
    }
    return median(ratios)
  })

const addRules = async ({ pool }: DemoOrders): Promise<void> => {
  await pool.query('update product set count_in_stock = 1000000 where not is_non_stocked')
  await pool.query('update monitoring_rule_set set rules = $1', [
    JSON.stringify([
      ruleOf('past', { limit: 3 }),
      ruleOf('window', { limit: 1_000 }),
      ruleOf('first', { mode: 'log' }),
    ]),
  ])
  await pool.query(
    `insert into state_schedule (id, state, substance, schedule, source, effective_on, added_by)
     select gen_random_uuid(), state, 'bench', 'CV', 'bench', '2020-01-01', (select id from user_account limit 1)
     from (select distinct upper(shipto_state) as state from business where shipto_state ~* '^[a-z]{2}$') of_customers`,
  )
}

const switchMonitoring = async ({ pool }: DemoOrders, isOn: boolean): Promise<void> => {
  await pool.query(
    isOn
      ? `update monitoring_rule_set set status = 'active', replaced_at = null where number = 1`
      : `update monitoring_rule_set set status = 'replaced', replaced_at = now() where number = 1`,
  )
  await pool.query(`update state_schedule set removed_at = ${isOn ? 'null' : 'now()'} where substance = 'bench'`)
  for (const [table, trigger] of ledgerTriggers)
    await pool.query(`alter table ${table} ${isOn ? 'enable' : 'disable'} trigger ${trigger}`)
}

const costsOf = async ({ pool, prepareOrder }: DemoOrders, count: number): Promise<number[]> => {
  const { rows: backends } = await pool.query<{ id: number }>('select pg_backend_pid() as id')
  const clock = fineClock([process.pid, ...backends.map(({ id }) => id)])
  const costs: number[] = []
  for (let order = 0; order < count; order++) {
    const place = await prepareOrder()
    const started = clock()
    await place()
    costs.push(clock() - started)
  }
  return costs
}

if (import.meta.main) console.log(JSON.stringify({ monitoring: await measureMonitoring() }))
