import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const [claims = '', ...files] = process.argv.slice(2)

/** Another process works on the same files: who makes the folder runs the file. */
const claim = (at: number): Promise<boolean> =>
  mkdir(resolve(claims, String(at))).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

// One file after the other, so that the portal is loaded once for all of them; what a file starts ends with it.
for (const [at, file] of files.entries())
  if (await claim(at)) await test(file, { timeout: 300_000 }, () => import(pathToFileURL(resolve(root, file)).href))
