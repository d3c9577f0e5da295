import { sql } from 'kysely'
import type { Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Trade } from './business-places.ts'

/** The demo's buyers have their own contract prices and are in no group. */
const membersOfGroup = 4
/** This user's business is in the first group, so that signing in to the demo shows contract prices. */
const signsIn = 'manager@demo.example'
const inContract = 120
const inTiers = 40

interface Groups {
  hospitals: string
}

/**
 * The contract of a purchasing organization, with the one before and the next one, and quantity prices for a class of
 * trade.
 */
export const seedLists = async (
  tx: Tx,
  { buyers, accountsOf }: { buyers: readonly string[]; accountsOf: (trade: Trade) => string[] },
): Promise<Groups> => {
  const { rows } = await sql<{ id: string }>`
    select business.id from business
    where status = 'active' and id <> all(${buyers}::uuid[])
      and exists (select from user_account where business_id = business.id and is_active and not is_admin and not is_sales_rep)
    order by id not in (select business_id from user_account where email = ${signsIn}), name, id limit ${membersOfGroup}`.execute(
    tx,
  )
  const gpo = await addGroup(tx, {
    kind: 'group',
    name: 'Northeast Pharmacy GPO',
    businesses: rows.map(({ id }) => id),
  })
  const addClass = async (name: string, trade: Trade) => {
    const found = await tx
      .selectFrom('business')
      .select('id')
      .where('account_number', 'in', accountsOf(trade))
      .orderBy('id')
      .execute()
    return addGroup(tx, { kind: 'class', name, businesses: found.map(({ id }) => id) })
  }
  const care = await addClass('Long-term care', 'care')
  const hospitals = await addClass('Hospitals', 'hospital')
  const former = await addList(tx, {
    name: 'Northeast GPO contract, previous',
    number: 'C-102',
    group: gpo,
    from: -425,
    to: -61,
  })
  const contract = await addList(tx, {
    name: 'Northeast GPO contract',
    number: 'C-118',
    group: gpo,
    from: -60,
    to: 120,
  })
  const next = await addList(tx, {
    name: 'Northeast GPO contract, renewed',
    number: 'C-131',
    group: gpo,
    from: 121,
    to: 486,
  })
  const volume = await addList(tx, {
    name: 'Long-term care volume prices',
    number: '',
    group: care,
    from: -200,
    to: null,
  })
  for (const [list, percent] of [
    [former, 7],
    [contract, 8],
    [next, 9.5],
  ] as const)
    await sql`
      insert into price_entry (price_list_id, product_id, percent_off)
      select ${list}::uuid, id, ${percent}::numeric from product
      where is_published and price > 0 order by ndc_key, id limit ${inContract}`.execute(tx)
  await sql`
    insert into price_entry (price_list_id, product_id, from_quantity, price)
    select ${volume}::uuid, id, tier.quantity, round(price * tier.share, 2)
    from (select id, price from product where is_published and price > 5 order by ndc_key, id limit ${inTiers}) product
    cross join (values (10, 0.95), (50, 0.9), (100, 0.86)) as tier (quantity, share)`.execute(tx)
  return { hospitals }
}

interface NewGroup {
  kind: 'group' | 'class'
  name: string
  businesses: string[]
}

const addGroup = async (tx: Tx, { kind, name, businesses }: NewGroup): Promise<string> => {
  const id = newId()
  await tx.insertInto('business_group').values({ id, kind, name }).execute()
  const rows = businesses.map((business_id) => ({ business_id, group_id: id, kind }))
  if (rows.length > 0) await tx.insertInto('business_group_member').values(rows).execute()
  return id
}

interface NewList {
  name: string
  number: string
  group: string
  /** In days from today. */
  from: number
  to: number | null
}

const addList = async (tx: Tx, { name, number, group, from, to }: NewList): Promise<string> => {
  const id = newId()
  await tx.insertInto('audience').values({ id, kind: 'price list', subject: id, rule: 'only' }).execute()
  await sql`
    insert into price_list (id, name, contract_number, valid_from, valid_to)
    values (${id}::uuid, ${name}, ${number}, current_date + ${from}::int, current_date + ${to}::int)`.execute(tx)
  await tx.insertInto('audience_member').values({ audience_id: id, kind: 'price list', group_id: group }).execute()
  return id
}
