import { act } from '#platform/act.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import type { ProductEdit, productEditing } from './contract.ts'
import type { ManyChange, ManyChanged } from './product-shapes.ts'
import { removeWithin } from './remove-product.ts'
import { applyEdit } from './update-product.ts'

/**
 * Applies a single-product change to each of several products in one transaction. Products refused by a rule stay
 * unchanged and are reported with the reason; any other error rolls everything back.
 */
export const changeProducts = (db: Db, call: CallOf<typeof productEditing.changeMany>): Promise<ManyChanged> =>
  act(db, call, async (during) => {
    const change = call.body
    const edit = editOf(change)
    const products = await lockAll(during.tx, change.ids)
    const done: string[] = []
    const refused: ManyChanged['refused'] = []
    for (const { id, name, version } of products) {
      const reason = await refusalOf(() =>
        edit ? applyEdit(during, { params: { id }, body: { ...edit, __v: version } }) : removeWithin(during, id),
      )
      if (reason === null) done.push(id)
      else refused.push({ _id: id, name, reason })
    }
    const there = new Set(products.map(({ id }) => id))
    const gone = [...new Set(change.ids)].filter((id) => !there.has(id))
    refused.push(...gone.map((_id) => ({ _id, name: '', reason: 'This product has been deleted.' })))
    const asAsked = refused.toSorted((one, other) => change.ids.indexOf(one._id) - change.ids.indexOf(other._id))
    return { message: sentenceOf(change.act, done.length), done, refused: asAsked }
  })

/** A refusal leaves nothing to undo, because each change checks its rules before it writes. */
const refusalOf = async (act: () => Promise<void>): Promise<string | null> => {
  try {
    await act()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

const lockAll = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('product')
    .select(['id', 'name', 'version'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Null for a deletion. */
const editOf = ({ act, category }: ManyChange): Omit<ProductEdit, '__v'> | null => {
  if (act === 'delete') return null
  if (act !== 'category') return { isPublished: act === 'publish' }
  if (category === undefined) throw new Refusal(400, 'Category is required.', { field: 'category' })
  return { category }
}

const words = { publish: 'published', withdraw: 'withdrawn', category: 'changed', delete: 'deleted' } as const

const sentenceOf = (act: ManyChange['act'], count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'product' : 'products'} ${words[act]}`
