// Takes the repository's own pages into the site as they stand: with their heading as title, and links that lead within the site.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const content = resolve(import.meta.dirname, 'src/content/docs')

const gathered = {
  operating: ['docs/operations.md', 'docs/deployment.md', 'docs/upgrade.md', 'docs/privacy.md', 'docs/performance.md'],
  connecting: ['docs/api.md', 'docs/erp.md', 'docs/payments.md'],
  house: ['docs/architecture.md', 'docs/glossary.md', 'CHANGELOG.md'],
}

const addressOf = new Map(
  Object.entries(gathered).flatMap(([folder, files]) =>
    files.map((file) => [file, `/${folder}/${basename(file, '.md').toLowerCase()}/`]),
  ),
)

/** What the site does not hold stays as words, without a link. */
const withLinks = (text, file) =>
  text.replaceAll(
    /(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)/g,
    (_all, words, target, anchor = '') => {
      const named = resolve(root, dirname(file), target).slice(root.length + 1)
      const address = addressOf.get(named)
      return address ? `[${words}](${address}${anchor})` : words
    },
  )

const pageOf = (text, file, order) => {
  const [, title = basename(file)] = /^# (.+)$/m.exec(text) ?? []
  const front = `---\ntitle: ${JSON.stringify(title)}\nsidebar: { order: ${order} }\neditUrl: false\n---\n`
  return front + withLinks(text.replace(/^# .+\n/m, ''), file)
}

for (const [folder, files] of Object.entries(gathered)) {
  await rm(resolve(content, folder), { recursive: true, force: true })
  await mkdir(resolve(content, folder), { recursive: true })
  for (const [order, file] of files.entries()) {
    const text = await readFile(resolve(root, file), 'utf8')
    await writeFile(resolve(content, folder, basename(file).toLowerCase()), pageOf(text, file, order + 1))
  }
}
