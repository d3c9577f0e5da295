// Imports the whole catalog like an admin, in a browser: node bench/measure-imports.ts PATH/TO/packages.csv[.gz], or
// .xlsx
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { browserPath } from '../e2e/browser.ts'
import { type Demo, openDemo } from './open-demo.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'
import { watchList } from './watch-list.ts'

export interface ImportFigures {
  /** From file selection to columns, to the preview, and from confirmation to the end. */
  seconds: { read: number; preview: number; apply: number }
  /** p95 of a search in milliseconds, before and during the import. */
  searches: { before: number; meanwhile: number }
}

/** Imports the file into a demo catalog, where nearly all products are new. */
export const measureImports = async (path: string): Promise<ImportFigures> => {
  const folder = await makeFolder('import')
  const demo = await openDemo()
  const browser = await chromium.launch({ executablePath: await browserPath() })
  try {
    const file = join(folder, path.endsWith('.xlsx') ? 'packages.xlsx' : 'packages.csv')
    await (path.endsWith('.gz')
      ? pipeline(createReadStream(path), createGunzip(), createWriteStream(file))
      : copyFile(path, file))
    const context = await browser.newContext()
    const storage = JSON.stringify(demo.storageOf('admin'))
    await context.addInitScript(
      `for (const [name, value] of Object.entries(${storage})) localStorage.setItem(name, value)`,
    )
    const page = await context.newPage()
    await page.goto(`${demo.url}/admin/products`)
    await lookAtList(demo.url, 5)
    const before = await lookAtList(demo.url, 30)
    const { seconds, meanwhile } = await runImport(page, file, demo)
    return { seconds, searches: { before, meanwhile } }
  } finally {
    await browser.close()
    await demo.stop()
    await removeFolder(folder)
  }
}

const lookAtList = async (url: string, seconds: number): Promise<number> => {
  const watched = watchList({ url, path: listPath })
  await setTimeout(seconds * 1_000)
  return watched()
}

const listPath = '/api/products/search?query=metformin&page=1'

const patience = { timeout: 400_000 }

const isOver = `document.body.textContent.includes('Products have been imported:')`

/** Polls slowly: waiting for text makes the browser search the page 60 times a second on the measured CPUs. */
const betweenLooks = 1_000

const runImport = async (page: Page, file: string, { url }: Demo) => {
  await page.getByRole('button', { name: 'Import Products (Excel)' }).click()
  const began = performance.now()
  await page.locator('input[type=file]').setInputFiles(file)
  const preview = page.getByRole('button', { name: 'Preview' })
  await preview.waitFor(patience)
  const read = performance.now()
  for (const column of ['brand', 'strength', 'form'])
    await page.getByLabel(`Import ${column} as`, { exact: true }).selectOption('name')
  const mapped = performance.now()
  await preview.click()
  const agree = page.getByRole('button', { name: /^Import [\d,]+ products$/ })
  await agree.waitFor(patience)
  const previewed = performance.now()
  await agree.click()
  const watched = watchList({ url, path: listPath })
  for (const until = performance.now() + patience.timeout; !(await page.evaluate(isOver));) {
    if (performance.now() > until) throw new Error('The import did not finish.')
    await setTimeout(betweenLooks)
  }
  const applied = performance.now()
  const inSeconds = (from: number, to: number) => Math.round((to - from) / 100) / 10
  return {
    seconds: {
      read: inSeconds(began, read),
      preview: inSeconds(mapped, previewed),
      apply: inSeconds(previewed, applied),
    },
    meanwhile: await watched(),
  }
}

const [path] = process.argv.slice(2)
if (import.meta.main && path) console.log(JSON.stringify(await measureImports(path)))
