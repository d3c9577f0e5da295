import { productById } from '#catalogue/find-product.ts'
import { asCaller } from '#catalogue/know-viewer.ts'
import type { App } from '#platform/feature.ts'
import { productEditing } from './contract.ts'
import { createProduct } from './create-product.ts'
import { removeProduct } from './remove-product.ts'
import { updateProduct } from './update-product.ts'

export const productEditingRoutes = ({ serve, db, config }: App): void => {
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
}
