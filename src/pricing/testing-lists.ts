import { randomUUID } from 'node:crypto'
import { noteCatalogChange } from '#catalog/note-change.ts'
import type { NewRow } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { TestPortal } from '#portal/testing.ts'

interface TestEntry {
  product: string
  from?: number
  price?: number
  percentOff?: number
}

interface TestList extends Partial<NewRow<'price_list'>> {
  /** Ids of businesses, and of groups. */
  businesses?: string[]
  groups?: string[]
  entries: TestEntry[]
}

/** Inserts groups and price lists directly into the tables. */
export const listing = ({ db, day }: Pick<TestPortal, 'db' | 'day'>) => {
  const addGroup = async (kind: 'group' | 'class', businesses: string[]): Promise<string> => {
    const id = newId()
    await db
      .insertInto('business_group')
      .values({ id, kind, name: `Group ${randomUUID()}` })
      .execute()
    const members = businesses.map((business_id) => ({ business_id, group_id: id, kind }))
    if (members.length > 0) await db.insertInto('business_group_member').values(members).execute()
    return id
  }

  const addList = async ({ businesses = [], groups = [], entries, ...facts }: TestList): Promise<string> => {
    const id = newId()
    await db.insertInto('audience').values({ id, kind: 'price list', subject: id, rule: 'only' }).execute()
    await db
      .insertInto('price_list')
      .values({ id, name: 'Agreed prices', valid_from: day(), ...facts })
      .execute()
    const member = { audience_id: id, kind: 'price list' } as const
    const holders = [
      ...businesses.map((business_id) => ({ ...member, business_id })),
      ...groups.map((group_id) => ({ ...member, group_id })),
    ]
    if (holders.length > 0) await db.insertInto('audience_member').values(holders).execute()
    const rows = entries.map(({ product, from = 1, price = null, percentOff = null }) => ({
      price_list_id: id,
      product_id: product,
      from_quantity: from,
      price,
      percent_off: percentOff,
    }))
    if (rows.length > 0) await db.insertInto('price_entry').values(rows).execute()
    await noteCatalogChange(db, [])
    return id
  }

  return { day, addGroup, addList }
}
