import { recordAudit } from '#audit/record-entry.ts'
import { actOnce } from '#platform/http/act-once.ts'
import type { Db } from '#platform/db/tables.ts'
import type { Caller } from '#platform/http/bearer.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { addProducts } from '#catalog/add-products.ts'

/** Slug of a product without name and number; it is replaced when the product gets its first number. */
export const freshSlug = /^new-product(-[0-9a-f]{8})?$/

/** Adds an empty draft, visible only to admins until it is complete and published. Returns its id. */
export const createProduct = (db: Db, actor: Caller, request: RequestFacts): Promise<string> =>
  actOnce(db, request, async (tx) => {
    const [added] = await addProducts(tx, [{ name: 'New product' }])
    const id = added?._id ?? ''
    await recordAudit(tx, { actorId: actor._id, action: 'product created', entity: 'product', entityId: id, request })
    return id
  })
