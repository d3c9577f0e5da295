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

  serve(productEditing.changeMany, (call) => changeProducts(db, call))

  serve(productEditing.create, async (call) => {
    const _id = await createProduct(db, call)
    const product = await productById(db, _id, asCaller(config, call.user))
    return { message: 'Product created successfully', product, _id }
  })

  serve(
    productEditing.update,
    async (call) => {
      await updateProduct(db, call)
      const product = await productById(db, call.params.id, asCaller(config, call.user))
      return { message: 'Product updated successfully', product }
    },
    { bodyLimit: 4 * 1024 * 1024 },
  )

  serve(productEditing.remove, (call) => removeProduct(db, call))

  restrictionRoutes({ serve, db })
}

const restrictionRoutes = ({ serve, db }: Pick<App, 'serve' | 'db'>): void => {
  serve(restrictions.list, () => listRestrictions(db))

  serve(restrictions.find, ({ params }) => findRestriction(db, params))

  serve(restrictions.set, (call) => restrictProducts(db, call))
}
