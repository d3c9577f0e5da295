import { control } from './books.ts'
import { expect, test } from './journey.ts'
import { awaitNumber, placeOrderByApi, purchaseOrdersInErp } from './orders.ts'

const buyer = 'buyer2@demo.example'

test('a portal killed between placement and order export has the order in the ERP exactly once', async ({ portal }) => {
  await control(portal, 'POST', '/faults', [
    { on: 'POST SalesOrderCollection', kind: 'slow-commit', ms: 1_500, times: 1 },
  ])
  const id = await placeOrderByApi(portal, buyer, 'KILLED-1')
  await portal.kill()
  await portal.start()
  await awaitNumber(portal, buyer, id)
  expect(await purchaseOrdersInErp(portal, 'KILLED')).toEqual(['KILLED-1'])
})
