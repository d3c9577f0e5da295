import { productById } from '#catalog/find-product.ts'
import { asCaller } from '#catalog/resolve-viewer.ts'
import type { App } from '#platform/feature.ts'
import { listFile } from '#platform/http/xlsx.ts'
import { countHeader, writeCount } from '#shared/filters.ts'
import { changeProducts } from './change-products.ts'
import { productEditing, restrictions } from './contract.ts'
import { createProduct, updateProduct } from './update-product.ts'
import { type FindProducts, idsOfProducts, pageOfProducts, productColumnsIn, productsOf } from './list-products.ts'
import { findRestriction, listRestrictions, restrictProducts } from './restrict-products.ts'
import { removeProduct } from './remove-product.ts'

export const productEditingRoutes = ({ serve, serveFile, db, config }: App, find: FindProducts): void => {
  serve(productEditing.list, async ({ query }, reply) => {
    const { rows, count } = await pageOfProducts(db, query, find)
    void reply.header(countHeader, writeCount(count))
    return rows
  })

  serveFile(productEditing.file, async ({ query: { format, ...query } }) => {
    const ids = await idsOfProducts(db, query, find)
    const columns = productColumnsIn(config.BUSINESS_TIME_ZONE)
    return listFile(format, 'products', { columns, ids, read: (some) => productsOf(db, some) })
  })

  serve(productEditing.changeMany, ({ body, user, request }) =>
    changeProducts(db, { actor: user, change: body, request }),
  )

  serve(productEditing.create, async ({ user, request }) => {
    const _id = await createProduct(db, user, request)
    return { message: 'Product created successfully', product: await productById(db, _id, asCaller(config, user)), _id }
  })

  serve(
    productEditing.update,
    async ({ params, body, user, request }) => {
      await updateProduct(db, { actor: user, productId: params.id, edit: body, request })
      const product = await productById(db, params.id, asCaller(config, user))
      return { message: 'Product updated successfully', product }
    },
    { bodyLimit: 4 * 1024 * 1024 },
  )

  serve(productEditing.remove, async ({ params, user, request }) => {
    await removeProduct(db, { actor: user, productId: params.id, request })
    return { message: 'Product deleted successfully' }
  })

  restrictionRoutes({ serve, db })
}

const restrictionRoutes = ({ serve, db }: Pick<App, 'serve' | 'db'>): void => {
  serve(restrictions.list, () => listRestrictions(db))

  serve(restrictions.find, ({ params }) => findRestriction(db, params))

  serve(restrictions.set, async ({ params, body, user, request }) => {
    await restrictProducts(db, { ...params, ...body, actor: user, request })
    return { message: 'Saved' }
  })
}
