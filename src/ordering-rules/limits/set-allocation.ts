import { noteCatalogChange } from '#catalog/note-change.ts'
import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { allocations } from './contract.ts'

/** Applies from the next order on. Pieces already ordered this month count. */
export const setAllocation = (
  db: Db,
  { params: { id: productId }, body, ...acting }: CallOf<typeof allocations.set>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const before = await lockAllocation(tx, productId)
    const { mode, sharePercent: share_percent, fixed, floor } = body
    const after = { mode, share_percent, fixed, floor: fixed === null ? floor : 0 }
    await tx
      .insertInto('allocation')
      .values({ product_id: productId, ...after })
      .onConflict((conflict) => conflict.column('product_id').doUpdateSet({ ...after, changed_at: new Date() }))
      .execute()
    if (!before) await mark(tx, productId, true)
    await record('allocation set', ['product', productId], { before: before && ruleOf(before), after })
  })

export const removeAllocation = (
  db: Db,
  { params: { id: productId }, ...acting }: CallOf<typeof allocations.remove>,
): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    const before = await lockAllocation(tx, productId)
    if (!before) throw notFound('Allocation')
    await tx.deleteFrom('allocation').where('product_id', '=', productId).execute()
    await mark(tx, productId, false)
    await record('allocation removed', ['product', productId], { before: ruleOf(before) })
  })

type Exception = CallOf<typeof allocations.except>

export const setException = (db: Db, { params: { id: productId }, body, ...acting }: Exception): Promise<void> =>
  act(db, acting, async ({ tx, record }) => {
    if (!(await lockAllocation(tx, productId))) throw new Refusal(409, 'This product is not allocated.')
    const { quantity } = body
    const business_id = await businessOf(tx, body)
    const exception = { product_id: productId, business_id }
    const before = await tx
      .deleteFrom('allocation_exception')
      .where('product_id', '=', productId)
      .where('business_id', '=', business_id)
      .returning('quantity')
      .executeTakeFirst()
    if (quantity !== null)
      await tx
        .insertInto('allocation_exception')
        .values({ ...exception, quantity })
        .execute()
    await record('allocation exception set', ['product', productId], {
      before: { business: business_id, quantity: before?.quantity ?? null },
      after: { business: business_id, quantity },
    })
  })

/** Takes the same product lock as orders do, so that every order sees the rule either before or after the change. */
const lockAllocation = async (tx: Tx, productId: string) => {
  const product = await tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', productId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!product) throw notFound('Product')
  return tx.selectFrom('allocation').selectAll().where('product_id', '=', productId).executeTakeFirst()
}

const ruleOf = ({ mode, share_percent, fixed, floor }: NonNullable<Awaited<ReturnType<typeof lockAllocation>>>) => ({
  mode,
  share_percent,
  fixed,
  floor,
})

const mark = async (tx: Tx, productId: string, isAllocated: boolean): Promise<void> => {
  await tx.updateTable('product').set({ is_allocated: isAllocated }).where('id', '=', productId).execute()
  await noteCatalogChange(tx, [productId])
}

const businessOf = async (tx: Tx, { businessId, customerId }: Exception['body']): Promise<string> => {
  const business = await tx
    .selectFrom('business')
    .select('id')
    .where('deleted_at', 'is', null)
    .where(({ eb, selectFrom }) =>
      customerId
        ? eb('id', 'in', selectFrom('user_account').select('business_id').where('id', '=', customerId))
        : eb('id', '=', businessId ?? null),
    )
    .executeTakeFirst()
  if (!business) throw notFound('Customer')
  return business.id
}
