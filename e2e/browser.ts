import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { testFolder } from '../src/platform/embedded-postgres/testing-place.ts'

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The browser to test with: the one that is configured, Playwright's own, the one in our packages (Linux x64), or the
 * system's.
 */
export const browserPath = async (): Promise<string> => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser()
  const found = systemBrowsers.find((path) => existsSync(path))
  if (!found) throw new Error('No browser to test with. Run: npx playwright install chromium-headless-shell')
  return found
}

const packageFile = resolve(import.meta.dirname, '../node_modules/@sparticuz/chromium/package.json')

/** Unpacked once per release into its own folder by an atomic rename. */
const packagedBrowser = async (): Promise<string> => {
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  const folder = testFolder(`browser-${version}`)
  const path = resolve(folder, 'chromium')
  if (existsSync(path)) return path
  await mkdir(dirname(folder), { recursive: true })
  const fresh = await mkdtemp(`${folder}-`)
  try {
    await unpackInto(fresh)
    // The rename fails if another run was faster; its browser is used then.
    await rename(fresh, folder).catch((error: unknown) => {
      if (!existsSync(path)) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
  return path
}

/** The package always unpacks into the temporary folder, where it would reuse files that another user unpacked. */
const unpackInto = async (folder: string): Promise<void> => {
  const { default: packaged } = await import('@sparticuz/chromium')
  const usual = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    await packaged.executablePath()
  } finally {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
  }
}
