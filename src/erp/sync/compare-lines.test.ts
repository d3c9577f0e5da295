import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wholeNumbersFrom } from '#shared/testing-chance.ts'
import type { LineInErp } from '#fulfillment/erp-line.ts'
import { evaluateLine } from '#fulfillment/evaluate-line.ts'
import type { ErpOrder, ErpOrderLine } from '../gateway/erp.ts'
import { compareWithErp } from './compare-lines.ts'

const slug = '00093-0058-01'

interface Life {
  ordered: number
  /** In the portal. */
  canceled: number
  withdrawn: number
  /** In the ERP; null before the export. */
  item: { quantity: number; isCancelled: boolean } | null
  shipped: number
  /** A quantity asked of the ERP whose outcome is not read yet. */
  asked: number | null
  /** The ERP's item as it was last read. */
  known: LineInErp | null
}

const item = (quantity: number, isCancelled: boolean): ErpOrderLine => ({
  item: '10',
  replaces: '',
  productId: slug,
  description: '',
  quantity,
  unit: '',
  netAmount: null,
  schedule: null,
  isCancelled,
})

const orderOf = (lines: ErpOrderLine[]): ErpOrder => ({
  objectId: 'o',
  id: '1',
  reference: '',
  accountId: '',
  status: '1',
  isReleased: true,
  netAmount: null,
  changedAt: null,
  isCancelled: false,
  billToPartyId: '',
  createdAt: null,
  purchaseOrder: null,
  shippingMethod: null,
  trackingCode: null,
  shipTo: null,
  lines,
})

const compared = ({ ordered, canceled, known, item: erpItem }: Life) => {
  if (!erpItem) return undefined
  const line = {
    order_id: 'o',
    line_no: 1,
    name: 'A',
    slug,
    quantity: ordered,
    cancelled_quantity: canceled,
    unit_of_measure: '',
    price: 1,
    cold_status: null,
    dea_schedule: null,
    erp_item: known,
  }
  return compareWithErp([line], orderOf([item(erpItem.quantity, erpItem.isCancelled)]))[0]
}

const steps: Record<string, (life: Life, random: (below: number) => number) => void> = {
  /** Immediately, as long as the ERP does not have the order. */
  'lower before the export': (life, random) => {
    if (life.item) return
    life.withdrawn += random(life.ordered - life.withdrawn + 1)
    life.canceled = life.withdrawn
  },
  export: (life) => {
    if (life.withdrawn < life.ordered) life.item ??= { quantity: life.ordered - life.withdrawn, isCancelled: false }
  },
  ask: (life, random) => {
    const left = life.ordered - life.canceled
    if (life.item && life.asked === null && left > 0) life.asked = random(left)
  },
  'the ERP does what was asked': ({ item: erpItem, asked }) => {
    if (!erpItem || asked === null) return
    if (asked === 0) erpItem.isCancelled = true
    else erpItem.quantity = Math.min(erpItem.quantity, asked)
  },
  'the ERP refuses': (life) => {
    if (life.item && life.asked !== null && !life.item.isCancelled && life.item.quantity > life.asked) life.asked = null
  },
  'the office cancels or revokes': ({ item: erpItem }, random) => {
    if (erpItem) erpItem.isCancelled = random(2) === 0
  },
  'the office changes the quantity': (life, random) => {
    if (life.item) life.item.quantity = 1 + random(life.ordered)
  },
  ship: (life, random) => {
    if (life.item && !life.item.isCancelled) life.shipped += random(life.item.quantity + 1)
  },
  /** Like resolveChanges and refreshOrder. */
  read: (life) => {
    const { item: erpItem, asked } = life
    if (!erpItem) return
    if (asked !== null && (erpItem.isCancelled || erpItem.quantity <= asked)) {
      if (asked > 0) life.withdrawn = Math.max(life.withdrawn, life.ordered - asked)
      life.asked = null
    }
    const line = compared(life)
    life.canceled = line?.now ?? life.canceled
    life.known = line?.inErp ?? life.known
  },
}

test('in 2,000 random lives with cancellations and lowered quantities, the pieces add up at every moment', () => {
  const reached = new Map<string, number>()
  let readings = 0
  for (let seed = 1; seed <= 2_000; seed += 1) {
    const random = wholeNumbersFrom(seed)
    const ordered = 1 + random(40)
    const life: Life = { ordered, canceled: 0, withdrawn: 0, item: null, shipped: 0, asked: null, known: null }
    for (let count = 4 + random(20); count > 0; count -= 1) {
      const names = Object.keys(steps)
      const name = names[random(names.length)] ?? 'read'
      const before = JSON.stringify(life)
      steps[name]?.(life, random)
      if (JSON.stringify(life) !== before) reached.set(name, (reached.get(name) ?? 0) + 1)
      const { canceled, shipped } = life
      assert.ok(canceled >= 0 && canceled <= ordered, `life ${seed} after ${name}: ${canceled} of ${ordered} canceled`)
      const quantities = evaluateLine({
        ordered,
        canceled,
        shipped,
        substituted: 0,
        invoiced: 0,
        returned: 0,
        schedule: null,
      })
      assert.equal(ordered + quantities.overDelivered, canceled + shipped + quantities.waiting)
      if (name !== 'read' || !life.item) continue
      readings += 1
      const live = life.item.isCancelled ? 0 : life.item.quantity
      assert.equal(ordered - canceled, live, `life ${seed}: the page says ${ordered - canceled}, the ERP ${live}`)
    }
  }
  assert.deepEqual(new Set(reached.keys()), new Set(Object.keys(steps)), 'every step changes some life')
  assert.ok(readings > 500)
})
