import { actOnce } from '#platform/http/act-once.ts'
import type { Db, Tx } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import type { ProductEdit } from './contract.ts'
import type { ManyChange, ManyChanged } from './product-shapes.ts'
import { removeWithin } from './remove-product.ts'
import { applyEdit } from './update-product.ts'

interface Many {
  actor: Caller
  change: ManyChange
  request: RequestFacts
}

/**
 * Applies a single-product change to each of several products in one transaction. Products refused by a rule stay
 * unchanged and are reported with the reason; any other error rolls everything back.
 */
export const changeProducts = (db: Db, { actor, change, request }: Many): Promise<ManyChanged> =>
  actOnce(db, request, async (tx) => {
    const edit = editOf(change)
    const products = await lockAll(tx, change.ids)
    const done: string[] = []
    const refused: ManyChanged['refused'] = []
    for (const { id, name, version } of products) {
      const one = { actor, productId: id, request }
      const reason = await refusalOf(() =>
        edit ? applyEdit(tx, { ...one, edit: { ...edit, __v: version } }) : removeWithin(tx, one),
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
