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
import { cpuOf } from './read-usage.ts'
import { makeFolder, removeFolder } from './temporary-folders.ts'
import { type Milliseconds, watchList } from './watch-list.ts'
import { watchMemory } from './watch-memory.ts'

export interface ImportFigures {
  /** From file selection to columns, to the preview, and from confirmation to the end. */
  seconds: { read: number; preview: number; apply: number }
  /** CPU seconds of server and database, independent of other load on the machine. */
  cpu: { preview: number; apply: number }
  /** Peak memory of server and tab, in MB. */
  megabytes: { server: number; tab: number }
  /** Response times of a listing, before and during the import. */
  listing: { before: Milliseconds; meanwhile: Milliseconds }
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
    const session = await browser.newBrowserCDPSession()
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    const tabs = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    const mostMemory = watchMemory({ server: demo.pid, tabs })
    await lookAtList(demo.url, 5)
    const before = await lookAtList(demo.url, 30)
    const { seconds, cpu, meanwhile } = await runImport(page, file, demo)
    const { server, tab } = await mostMemory()
    const megabytes = { server: Math.round(server), tab: Math.round(tab) }
    return { seconds, cpu, megabytes, listing: { before, meanwhile } }
  } finally {
    await browser.close()
    await demo.stop()
    await removeFolder(folder)
  }
}

const lookAtList = async (url: string, seconds: number): Promise<Milliseconds> => {
  const watched = watchList({ url, path: listPath })
  await setTimeout(seconds * 1_000)
  return watched()
}

const listPath = '/api/products/search?query=metformin&page=1'

const patience = { timeout: 400_000 }

const isOver = `document.body.textContent.includes('Products have been imported:')`

/** Polls slowly: waiting for text makes the browser search the page 60 times a second on the measured CPUs. */
const betweenLooks = 1_000

const runImport = async (page: Page, file: string, { url, pid }: Demo) => {
  await page.getByRole('button', { name: 'Import Products (Excel)' }).click()
  const began = performance.now()
  await page.locator('input[type=file]').setInputFiles(file)
  const preview = page.getByRole('button', { name: 'Preview' })
  await preview.waitFor(patience)
  const read = performance.now()
  for (const column of ['brand', 'strength', 'form'])
    await page.getByLabel(`Import ${column} as`, { exact: true }).selectOption('name')
  const mapped = performance.now()
  const spent = [cpuOf(pid)]
  await preview.click()
  const agree = page.getByRole('button', { name: /^Import [\d,]+ products$/ })
  await agree.waitFor(patience)
  const previewed = performance.now()
  spent.push(cpuOf(pid))
  await agree.click()
  const watched = watchList({ url, path: listPath })
  for (const until = performance.now() + patience.timeout; !(await page.evaluate(isOver));) {
    if (performance.now() > until) throw new Error('The import did not finish.')
    await setTimeout(betweenLooks)
  }
  const applied = performance.now()
  spent.push(cpuOf(pid))
  const [atFirst = 0, atPreview = 0, atEnd = 0] = spent.map((micros) => Math.round(micros / 100_000) / 10)
  const inSeconds = (from: number, to: number) => Math.round((to - from) / 100) / 10
  return {
    seconds: {
      read: inSeconds(began, read),
      preview: inSeconds(mapped, previewed),
      apply: inSeconds(previewed, applied),
    },
    cpu: { preview: atPreview - atFirst, apply: atEnd - atPreview },
    meanwhile: await watched(),
  }
}

const [path] = process.argv.slice(2)
if (import.meta.main && path) console.log(JSON.stringify(await measureImports(path)))
