import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { demoProducts } from '../demo/products.ts'
import { callAs } from './call-as.ts'
import { fillCart } from './checkout.ts'
import { enterAs, expect, overflowOf, test } from './journey.ts'
import type { RunningPortal } from './portal.ts'

const buyer = 'buyer@demo.example'
const admin = 'admin@demo.example'

const widths = [360, 390, 640, 768, 1024, 1280, 1366, 1440, 1920]

/** Continues after a finding, to list all of them. */
const measure = async (page: Page, path: string) => {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect.soft(await overflowOf(page), `pixels beyond the window at ${width} px: ${path}`).toBeLessThanOrEqual(0)
    expect.soft(await clippedTexts(page), `cut at ${width} px: ${path}`).toEqual([])
  }
}

/**
 * Gives the longest package names in the United States to products of the demo, starting with those that the buyer
 * orders.
 */
const giveLongNames = async (portal: RunningPortal) => {
  const names = (await readFile(new URL('longest-names.txt', import.meta.url), 'utf8')).trim().split('\n')
  const [office, buying] = [await callAs(portal, admin), await callAs(portal, buyer)]
  const { products } = await buying.call<{ products: { ndcNumber: string }[] }>('GET', '/api/purchases?days=365')
  const known = products.map(({ ndcNumber }) => ndcNumber).filter((ndc) => /^\d/.test(ndc))
  const isSold = ({ isPublished, ndcNumber }: { isPublished: boolean; ndcNumber: string }) =>
    isPublished && /^\d/.test(ndcNumber) && !known.includes(ndcNumber)
  const others = demoProducts()
    .filter(isSold)
    .map(({ ndcNumber }) => ndcNumber)
  const rows = names.map((name, at) => ({
    ndcNumber: [...known, ...others][at],
    name,
    category: 'Long names',
    manufacturer: 'Pharmaceutical Manufacturing Research Services of North America, Incorporated',
    deaSchedule: at % 3 === 0 ? 'CII' : 'CIV',
    coldStatus: at % 2 === 0 ? 'Refrigerated' : 'Frozen',
    // No package costs more, and no count is longer.
    price: at % 4 === 0 ? 200_508.2 : 12_345.67,
    countInStock: at % 5 === 0 ? 0 : 999_999,
    orderMinimum: 12,
    orderMultiple: 12,
  }))
  const answer = await office.call<{ counts: { changed: number } }>(
    'POST',
    `/api/products/importProducts?take=all&confirm=${names.length}`,
    rows,
  )
  expect(answer.counts.changed).toBe(names.length)
  const search = () => buying.call<{ countProducts: number }>('GET', '/api/products/search?category=Long+names')
  await expect.poll(async () => (await search()).countProducts).toBe(names.length)
  // Schedule II does not go into a cart.
  const some = rows
    .filter(({ deaSchedule }) => deaSchedule !== 'CII')
    .slice(0, 4)
    .map(({ ndcNumber = '' }) => ({ code: ndcNumber, quantity: 9_996 }))
  await fillCart(portal, buyer, some)
  return names.length
}

test('names, numbers, quantities and prices are not cut off from 360 to 1920 px, in rows, tiles, tables and the cart', async ({
  page,
  portal,
}) => {
  const count = await giveLongNames(portal)
  const open = async (path: string) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(path)
    await expect(page.locator('main tbody tr').filter({ hasText: /\w/ }).first()).toBeVisible()
    await measure(page, path)
  }

  await enterAs(page, buyer)
  for (let at = 1; at <= Math.ceil(count / 36); at++) await open(`/search?category=Long+names&viewCount=36&page=${at}`)
  await open('/search?viewCount=36')
  await open('/orderguides/purchased?days=365')
  await open('/cart')
  await page.goto('/search?category=Long+names&viewCount=36')
  await page.getByRole('button', { name: 'Tiles', exact: true }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await measure(page, 'tiles')

  await enterAs(page, admin)
  await open('/admin/products?pageSize=100&sort=-changed')
})

/**
 * Texts on the page that are cut off: in a box with hidden overflow, in a cell narrower than its words, or in a box
 * narrower than its number. Text that is only scrolled out of view is not cut off.
 */
const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isUnseen = (element: Element) => element.clientWidth <= 1 && element.clientHeight <= 1
    const wordsOf = (element: Element) =>
      (element instanceof HTMLInputElement ? element.value : (element.textContent ?? '')).trim()
    const isCut = (element: HTMLElement) => {
      const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element)
      const isTooWide = element.scrollWidth > element.clientWidth + 1
      const isTooHigh = element.scrollHeight > element.clientHeight + 1
      if (element.matches('input, :is(td, th):not(:only-child)')) return isTooWide
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      return (hides(overflowX) && isTooWide) || ((hides(overflowY) || webkitLineClamp !== 'none') && isTooHigh)
    }
    const boxes = document.querySelectorAll<HTMLElement>('main :not(svg, svg *, option), [role="listbox"] *')
    return [...boxes]
      .filter((box) => box.clientWidth > 0 && !isUnseen(box) && isCut(box) && wordsOf(box) !== '')
      .map((box) => `${box.localName} of ${box.clientWidth} px: ${wordsOf(box).slice(0, 120)}`)
  })
