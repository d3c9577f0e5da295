import { bearer, enterAs, expect, overflowOf, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'
import { searchCustomers } from './search-customers.ts'

interface Found {
  products: { _id: string; slug: string; name: string }[]
}

for (const width of [390, 1440])
  test(`a product is for one business only, and a way to ship for all but one, at ${width}`, async ({
    page,
    portal,
  }) => {
    test.slow()
    const headers = { authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}` }
    const listing = await page.request.get('/api/products/search?query=metformin', { headers })
    const [product] = ((await listing.json()) as Found).products
    if (!product) throw new Error('The demo has no metformin.')
    const companyOf = async (email: string): Promise<string> => {
      const answer = await page.request.get(`/api/users/UserByEmail/${email}`, { headers })
      return ((await answer.json()) as { companyName: string }).companyName
    }
    const [mine, other] = [await companyOf('buyer@demo.example'), await companyOf('buyer2@demo.example')]
    const choose = async (company: string) => {
      await searchCustomers(page, company)
      await page.getByRole('option', { name: company }).first().click()
      await expect(page.getByRole('table', { name: 'Businesses' })).toContainText(company)
    }
    await page.setViewportSize({ width, height: 900 })

    await test.step('an admin restricts both', async () => {
      await enterAs(page, 'admin@demo.example')
      await page.goto(`/admin/product/${product._id}`)
      await page.getByRole('combobox', { name: 'Who sees this product' }).selectOption('Only for')
      await expect(page.getByText('Nobody but the staff sees it.')).toBeVisible()
      await choose(mine)
      await page.getByRole('button', { name: 'Save: Who sees this product' }).click()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      // Nothing is half under the header where the page begins.
      await page.evaluate(() => window.scrollTo(0, 0))
      expect(await accessibilityFindings(page)).toEqual([])
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      await page.goto(`/product/${product.slug}`)
      await expect(page.getByText('Only for some', { exact: true }).first()).toBeVisible()
      await page.goto('/admin/visibility')
      await expect(page.getByRole('table', { name: 'Only for some' })).toContainText(mine)
      expect(await accessibilityFindings(page)).toEqual([])
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      await page.goto('/admin/ordermethods')
      const form = page.getByRole('form', { name: 'FEDEX PRIORITY OVERNIGHT' })
      await form.getByLabel('Who may ship so').selectOption('For everybody but')
      await choose(other)
      expect(await accessibilityFindings(page)).toEqual([])
      expect(await overflowOf(page)).toBeLessThanOrEqual(0)
      await form.getByRole('button', { name: 'Save FEDEX PRIORITY OVERNIGHT' }).click()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    })

    const overnight = page.getByRole('radio', { name: 'FEDEX PRIORITY OVERNIGHT' })
    await test.step('the buyer it is for sees it, and no mark', async () => {
      await enterAs(page, 'buyer@demo.example')
      await page.goto(`/product/${product.slug}`)
      await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
      await expect(page.getByText('Only for some')).toHaveCount(0)
      await page.goto('/shipping')
      await expect(page.getByRole('radio', { name: 'UPS GROUND' })).toBeVisible()
      await expect(overnight).toBeVisible()
    })

    await test.step('the other finds no such product, and chooses among what is left', async () => {
      await enterAs(page, 'buyer2@demo.example')
      await page.goto(`/product/${product.slug}`)
      await expect(page.getByText('no product')).toBeVisible()
      await page.goto('/search?query=metformin')
      await expect(page.getByRole('link', { name: /metformin/i }).first()).toBeVisible()
      await expect(page.locator(`a[href="/product/${product.slug}"]`)).toHaveCount(0)
      await page.goto('/shipping')
      await expect(page.getByRole('radio', { name: 'UPS GROUND' })).toBeVisible()
      await expect(overnight).toHaveCount(0)
      expect(await accessibilityFindings(page)).toEqual([])
    })

    await test.step('given free, everybody sees it again', async () => {
      await enterAs(page, 'admin@demo.example')
      await page.goto(`/admin/product/${product._id}`)
      await page.getByRole('combobox', { name: 'Who sees this product' }).selectOption('Everybody')
      await page.getByRole('button', { name: 'Save: Who sees this product' }).click()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await page.goto('/admin/ordermethods')
      const form = page.getByRole('form', { name: 'FEDEX PRIORITY OVERNIGHT' })
      await form.getByLabel('Who may ship so').selectOption('Everybody')
      await form.getByRole('button', { name: 'Save FEDEX PRIORITY OVERNIGHT' }).click()
      await expect(page.getByText('Saved', { exact: true })).toBeVisible()
      await enterAs(page, 'buyer2@demo.example')
      await page.goto(`/product/${product.slug}`)
      await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible()
    })
  })
