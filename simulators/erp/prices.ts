import type { Material, OrderItem, PriceComponent, ScheduleLine } from './books.ts'
import { amountText, decimal, divide, multiply, quantityText } from './decimal.ts'
import type { Decimal } from './decimal.ts'
import { objectId } from './nodes.ts'

/** The list price as the price list enters it into a new item. */
export const listPrice = (material: Material, parent: string): PriceComponent => ({
  ObjectID: objectId(parent, '7PR1'),
  TypeCode: '7PR1',
  Description: 'List Price',
  DecimalValue: quantityText(decimal(material.$list.price)),
  CurrencyCode: material.$list.currency,
  BaseDecimalValue: quantityText(decimal('1')),
  BaseMeasureUnitCode: material.BaseMeasureUnitCode,
  CalculatedAmount: '',
  CalculatedAmountCurrencyCode: material.$list.currency,
  ManuallyChangedIndicator: false,
})

/** What was requested; confirmed lines repeat it. */
export const quantityOf = (item: OrderItem): Decimal =>
  item.ItemScheduleLine.reduce(
    (sum, line: ScheduleLine) => sum + (line.TypeCode === '2' ? 0n : decimal(line.Quantity)),
    0n,
  )

/** Values every price condition of an item and gives its net amount. The last list price and the last discount count. */
export const priceItem = (item: OrderItem): Decimal => {
  const conditions = item.ItemPriceAndTaxCalculation.ItemPriceComponent
  const list = conditions.findLast((condition) => condition.TypeCode === '7PR1')
  const discount = conditions.findLast((condition) => condition.TypeCode === '7PR6')
  const base = decimal(list?.BaseDecimalValue || '1')
  const gross = list ? divide(multiply(quantityOf(item), decimal(list.DecimalValue)), base || decimal('1')) : 0n
  const percent = discount ? decimal(discount.DecimalValue) : 0n
  const reduction = divide(multiply(gross, percent < 0n ? -percent : percent), decimal('100'))
  for (const condition of conditions) {
    const amount = condition === list ? gross : condition === discount ? -reduction : 0n
    condition['CalculatedAmount'] = amountText(amount)
  }
  item.NetAmount = amountText(gross - reduction)
  return decimal(item.NetAmount)
}
