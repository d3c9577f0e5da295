import { listings } from '#catalog/web/product-reads.ts'
import { useChange } from '#web/api.ts'
import { productEditing } from '../contract.ts'

export const useCreateProduct = (created: (id: string) => void) =>
  useChange(productEditing.create, {
    refresh: [...listings, productEditing.list],
    success: 'Product created successfully',
    onSuccess: ({ _id }) => created(_id),
  })
