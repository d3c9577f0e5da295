import { createHash } from 'node:crypto'
import { transaction } from '#platform/db/connect.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { notFound, Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { imports } from './contract.ts'
import { type ImportSettings, maxImportedPictures, type NewImport } from './import-shapes.ts'

type Owner = Pick<Caller, '_id'>

/** Starts an import, or finds the incomplete one that its owner started with the same file. Returns its id. */
export const beginImport = (
  db: Db,
  { user: owner, body: given }: Pick<CallOf<typeof imports.begin>, 'body'> & { user: Owner },
): Promise<string> =>
  transaction(db, async (tx) => {
    const { kind, fileName, rowCount, publish, elevenDigits, countedAt } = given
    if (kind === 'pictures' && rowCount > maxImportedPictures)
      throw new Refusal(400, 'At most 5,000 pictures can be imported at a time.')
    const fingerprint = createHash('sha256').update(given.fingerprint).digest('hex')
    const open = kind === 'pictures' && (await findOpen(tx, owner, fingerprint, 'ready'))
    if (open) return open
    const subject = { productId: null, businessId: null, about: '', ...(await subjectOf(tx, given)) }
    const settings = { publish, elevenDigits, countedAt, ...subject }
    const begun = await tx
      .insertInto('import')
      .values({
        id: newId(),
        kind,
        file_name: fileName,
        fingerprint,
        owner_id: owner._id,
        settings: JSON.stringify(settings),
        row_count: rowCount,
        acted_by: null,
        started_at: null,
        finished_at: null,
      })
      .onConflict((conflict) =>
        conflict.columns(['owner_id', 'fingerprint']).where('state', '=', 'sending').doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    if (begun) return begun.id
    const before = await findOpen(tx, owner, fingerprint, 'sending')
    if (!before) throw new Refusal(409, 'This file is already being uploaded. See the list of imports.')
    return before
  })

/** Pictures are sent after their names: choosing the same files again sends the missing ones. */
const findOpen = async (
  tx: Tx,
  owner: Owner,
  fingerprint: string,
  state: 'sending' | 'ready',
): Promise<string | undefined> => {
  const one = await tx
    .selectFrom('import')
    .select('id')
    .where('owner_id', '=', owner._id)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', state)
    .$if(state === 'ready', (query) => query.where('kind', '=', 'pictures'))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return one?.id
}

/** The product, customer or price list of the prices, for files that do not name it. */
const subjectOf = async (
  tx: Tx,
  { kind, productId, userId, priceListId }: NewImport,
): Promise<Partial<ImportSettings>> => {
  if (kind === 'list') {
    const list = await tx.selectFrom('price_list').select('name').where('id', '=', priceListId).executeTakeFirst()
    if (!list) throw notFound('Price list')
    return { priceListId, about: list.name }
  }
  if (kind === 'prices' && userId) {
    const account = await tx
      .selectFrom('account')
      .select(['business_id', 'company_name', 'email'])
      .where('id', '=', userId)
      .where('deleted_at', 'is', null)
      .where('is_admin', '=', false)
      .where('is_sales_rep', '=', false)
      .executeTakeFirst()
    if (!account?.business_id) throw notFound('Customer')
    return { businessId: account.business_id, about: account.company_name || account.email }
  }
  if (kind === 'prices' && productId) {
    const product = await tx
      .selectFrom('product')
      .select('name')
      .where('id', '=', productId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!product) throw notFound('Product')
    return { productId, about: product.name }
  }
  return {}
}
