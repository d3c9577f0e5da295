import pg from 'pg'

/** Row count and column sums of each table. */
export type Tally = Record<string, { rows: string; sums: Record<string, string> }>

export const tallyOf = async (client: pg.ClientBase): Promise<Tally> => {
  const { rows: tables } = await client.query<{ name: string; amounts: string[] }>(amountsOfTables)
  const tally: Tally = {}
  for (const { name, amounts } of tables) {
    const sums = amounts.map((column) => `sum(${pg.escapeIdentifier(column)})::text as ${pg.escapeIdentifier(column)}`)
    const { rows } = await client.query<Record<string, string | null>>(
      `select ${['count(*)::text as "count(*)"', ...sums].join(', ')} from ${pg.escapeIdentifier(name)}`,
    )
    const { 'count(*)': count, ...amount } = rows[0] ?? {}
    tally[name] = {
      rows: count ?? '0',
      sums: Object.fromEntries(Object.entries(amount).map(([column, sum]) => [column, sum ?? '0'])),
    }
  }
  return tally
}

/** Verifies restored tables, except those in `without`, before migrations change them. */
export const refuseOtherTally = (then: Tally, now: Tally, without: readonly string[]): void => {
  const other = Object.keys(then).find(
    (name) => !without.includes(name) && JSON.stringify(then[name]) !== JSON.stringify(now[name]),
  )
  if (other)
    throw new Error(
      `The backup is inconsistent: ${other} was ${JSON.stringify(then[other])} and would be ${JSON.stringify(now[other])}. Nothing was restored.`,
    )
}

const amountsOfTables = `
  select c.relname as name,
    array(
      select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and atttypid in ('numeric'::regtype, 'int'::regtype)
      order by attname
    ) as amounts
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migration'
  order by c.relname`
