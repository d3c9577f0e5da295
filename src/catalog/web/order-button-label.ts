/** What the button of a product says; nothing is sold out that is ordered from its maker. */
export const orderButtonLabel = (product: { isNonStocked: boolean; countInStock: number }): string => {
  if (product.isNonStocked) return 'Special Order'
  return product.countInStock < 1 ? 'Out of stock' : 'Add to cart'
}
