import { mkdir, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'

const root = resolve(import.meta.dirname, '..')
const [place = '', ...files] = process.argv.slice(2)

/** Claims a file among the worker processes: the one that creates the folder has it. */
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

// A separate temporary folder shows what a test file leaves behind, independent of other programs.
const temporary = await takeFirst('t')
process.env['TMPDIR'] = temporary
const seen = new Set<string>()

// Files run one after the other, so that the portal is loaded once; what a file starts ends with it.
for (const [at, file] of files.entries()) {
  if (!(await takeFile(`file-${at}`))) continue
  await test(file, { timeout: 300_000 }, () => import(pathToFileURL(resolve(root, file)).href))
  const left = (await readdir(temporary)).filter((name) => !seen.has(name))
  for (const name of left) seen.add(name)
  if (left.length > 0)
    await test(`${file} leaves nothing in the temporary folder`, () => {
      throw new Error(`The test left ${left.join(', ')}.`)
    })
}

// A handle left open by a failed test would block the exit forever; its kind helps to find it.
setTimeout(() => {
  process.stderr.write(
    `The tests have finished, but these handles are still open: ${process.getActiveResourcesInfo().join(', ')}\n`,
  )
  process.exit(1)
}, 20_000).unref()
