/** Special order items are never out of stock. */
export const orderButtonLabel = (product: { isNonStocked: boolean; countInStock: number }): string => {
  if (product.isNonStocked) return 'Special Order'
  return product.countInStock < 1 ? 'Out of stock' : 'Add to cart'
}
