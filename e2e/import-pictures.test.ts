import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { zipOf } from '../src/product-import/web/testing-archives.ts'
import { bearer, expect, enterAs, test } from './journey.ts'
import { accessibilityFindings } from './judge-page.ts'

interface Dropped {
  name: string
  type: string
  content: Buffer
}

/** As when somebody lets go of a file above this place. */
const drop = async (page: Page, place: Locator, { name, type, content }: Dropped) => {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const transfer = new DataTransfer()
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], file.name, { type: file.type }))
      return transfer
    },
    { name, type, base64: content.toString('base64') },
  )
  await place.dispatchEvent('dragover', { dataTransfer })
  await place.dispatchEvent('drop', { dataTransfer })
}

const photo = (color: string) =>
  sharp({ create: { width: 320, height: 240, channels: 3, background: color } })
    .jpeg()
    .toBuffer()

for (const width of [1440, 390])
  test(`an archive of pictures is dropped, looked at, applied and taken back at ${width} px`, async ({
    page,
    portal,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'admin@demo.example')
    const headers = { authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}` }
    const found = await page.request.get('/api/products/searchAsAdmin?query=&page=1', { headers })
    const { products } = (await found.json()) as { products: { _id: string; ndcNumber: string; image: string }[] }
    // Other journeys make products without one.
    const [first, second] = products.filter(({ image }) => image.startsWith('/pictures/'))
    if (!first || !second) throw new Error('the demo has products')
    const content = zipOf([
      { name: `photos/${first.ndcNumber}.jpg`, content: await photo('#7a3') },
      { name: `photos/${second.ndcNumber.replaceAll('-', '')}.jpg`, content: Buffer.from('no picture at all') },
      { name: 'photos/unknown.jpg', content: await photo('#a37') },
      { name: 'photos/prices.csv', content: Buffer.from('a,b') },
    ])
    await page.goto('/admin/imports')
    await page.getByRole('button', { name: 'Import pictures' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import pictures' })
    await expect(dialog.getByText('Drop pictures or a ZIP archive of them here, or')).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    await drop(page, dialog.getByText('Drop pictures or a ZIP archive of them here, or'), {
      name: 'photos.zip',
      type: 'application/zip',
      content,
    })
    await expect(dialog.getByText('One file is no picture and left out.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Refused 2' }).click()
    await expect(dialog.getByText('No product has this NDC or item number.')).toBeVisible()
    await expect(dialog.getByText('This is no picture that can be used.')).toBeVisible()
    expect(await accessibilityFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Import 1 picture' }).click()
    await expect(dialog.getByText('Pictures have been imported: 0 new, 1 changed')).toBeVisible()
    const shown = async () =>
      ((await (await page.request.get(`/api/products/${first._id}`, { headers })).json()) as { image: string }).image
    expect(await shown()).toMatch(/^\/uploads\//)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('dialog', { name: 'Undo this import?' }).getByRole('button', { name: 'Undo' }).click()
    await expect(dialog.getByText('1 row was taken back.')).toBeVisible()
    expect(await shown()).toBe(first.image)
  })

for (const width of [1440, 390])
  test(`a picture is dropped on a product's form at ${width} px`, async ({ page, portal }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterAs(page, 'admin@demo.example')
    const headers = { authorization: `Bearer ${await bearer(portal, 'admin@demo.example')}` }
    const found = await page.request.get('/api/products/searchAsAdmin?query=&page=1', { headers })
    const { products } = (await found.json()) as { products: { _id: string }[] }
    await page.goto(`/admin/product/${products.at(-1)?._id}`)
    const picture = page.getByRole('img', { name: 'Picture of this product' })
    await drop(page, picture, { name: 'a.txt', type: 'text/plain', content: Buffer.from('x') })
    await expect(page.getByText('This is no picture that can be used: PNG, JPEG or WebP.')).toBeVisible()
    await drop(page, picture, { name: 'a.jpg', type: 'image/jpeg', content: await photo('#37a') })
    await expect(page.getByText('Image uploaded successfully. click Update to apply it')).toBeVisible()
    await expect(picture).toHaveAttribute('src', /^\/uploads\//)
  })
