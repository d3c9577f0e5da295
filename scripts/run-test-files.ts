import { mkdir, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const [place = '', ...files] = process.argv.slice(2)

/** Another process works on the same files: the one that makes the folder has the claim. */
const takeFile = (name: string): Promise<boolean> =>
  mkdir(resolve(place, name)).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

const takeFirst = async (prefix: string): Promise<string> => {
  for (let at = 0; ; at++) if (await takeFile(`${prefix}${at}`)) return resolve(place, `${prefix}${at}`)
}

// A temporary folder of its own shows what a file leaves there, whatever else this machine runs.
const temporary = await takeFirst('t')
process.env['TMPDIR'] = temporary
const seen = new Set<string>()

// One file after the other, so that the portal is loaded once for all of them; what a file starts ends with it.
for (const [at, file] of files.entries()) {
  if (!(await takeFile(`file-${at}`))) continue
  await test(file, { timeout: 300_000 }, () => import(pathToFileURL(resolve(root, file)).href))
  const left = (await readdir(temporary)).filter((name) => !seen.has(name))
  for (const name of left) seen.add(name)
  if (left.length > 0)
    await test(`${file} leaves nothing in the temporary folder`, () => {
      throw new Error(`It left ${left.join(', ')}.`)
    })
}

// Something that a failed test left open would keep the run from its end forever; the name of its kind helps to find it.
setTimeout(() => {
  process.stderr.write(`The tests are over, and this is still open: ${process.getActiveResourcesInfo().join(', ')}\n`)
  process.exit(1)
}, 20_000).unref()
