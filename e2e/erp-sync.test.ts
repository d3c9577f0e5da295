import { expect, signIn, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import type { RunningPortal } from './portal.ts'

const control = async <T>({ control: url }: RunningPortal, method: string, path: string, body?: object): Promise<T> => {
  const answer = await fetch(`${url}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  return (await answer.json()) as T // the control port speaks JSON only
}

interface Known {
  id: string
  account: string
  lines: { product: string }[]
}

test('an order made in the ERP appears when an admin asks for it, and its status follows', async ({ page, portal }) => {
  // A reading that the portal's own clock began may have to end first, however long that takes.
  test.slow()
  const [known] = await control<Known[]>(portal, 'GET', '/orders')
  await control(portal, 'POST', '/load', {
    orders: [
      {
        id: '990001',
        account: known?.account,
        purchaseOrder: 'PHONE-17',
        created: '-0h',
        lines: [{ product: known?.lines[0]?.product, quantity: '2' }],
      },
    ],
  })
  await signIn(page, 'admin@demo.example')
  await page.getByRole('button', { name: /menu/i }).first().click()
  for (const name of ['Refresh Order Status', 'Import invoices', 'Import Orders', 'Update shipping addresses'])
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Import Orders', exact: true }).click()
  // The portal's own clock may have read the order a moment before: then the ending says only what changed since.
  await expect(page.getByText(/^Orders: .*\b(new|changed|left out)\b/)).toBeVisible({ timeout: 90_000 })

  await page.goto('/admin/orders')
  await expect(page.getByText('990001').first()).toBeVisible()

  await page.goto('/admin/sync')
  await expect(page.getByRole('heading', { name: 'ERP data' })).toBeVisible()
  await expect(page.getByText('Nora').first()).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])
})

test('while the ERP is away the Sync page says so, and afterwards that it is back', async ({ page, portal }) => {
  await signIn(page, 'admin@demo.example')
  await control(portal, 'POST', '/off', { mode: 'maintenance' })
  await page.goto('/admin/sync')
  await page.getByRole('button', { name: 'Read now: orders' }).click()
  await expect(page.getByText(/The ERP has been left alone since/)).toBeVisible()
  expect(await accessibilityFindings(page)).toEqual([])

  await control(portal, 'POST', '/on')
  await page.getByRole('button', { name: 'Read now: orders' }).click()
  await expect(page.getByText(/The ERP has been left alone since/)).toBeHidden()
  await page.getByRole('button', { name: 'Check the connection' }).click()
  await expect(page.getByText('Invoice documents can be asked for.')).toBeVisible()
})
