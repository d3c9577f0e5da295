// Takes the repository's own pages into the site as they stand: with their heading as title, and links that lead within the site.
// Copies the pictures of docs/pictures.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { renderMermaidSVG } from 'beautiful-mermaid'

const root = resolve(import.meta.dirname, '..')
const content = resolve(import.meta.dirname, 'src/content/docs')

const gathered = {
  operating: ['docs/operations.md', 'docs/deployment.md', 'docs/upgrade.md', 'docs/privacy.md', 'docs/performance.md'],
  connecting: ['docs/api.md', 'docs/erp.md', 'docs/payments.md'],
  house: ['docs/architecture.md', 'docs/testing.md', 'docs/glossary.md', 'CHANGELOG.md'],
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

/** Drawn here, in the colors of the page, light or dark; by themselves they would fetch a font from elsewhere. */
const withDiagrams = (text) => {
  let count = 0
  return text.replaceAll(/^```mermaid\n([^]*?)^```$/gm, (_all, code) => {
    const arrow = `arrowhead-${++count}`
    const svg = renderMermaidSVG(code, { transparent: true, bg: 'var(--sl-color-bg)', fg: 'var(--sl-color-text)' })
      .replace(/@import[^\n]*\n/, '')
      .replace("'Inter', system-ui, sans-serif", 'inherit')
      .replaceAll('arrowhead', arrow)
      .replaceAll(/\s*\n\s*/g, ' ')
    // One line, or Markdown would take what comes after an empty one for its own.
    return `<div class="not-content" role="group" aria-label="Diagram" tabindex="0" style="overflow-x: auto">${svg}</div>`
  })
}

const pageOf = (text, file, order) => {
  const [, title = basename(file)] = /^# (.+)$/m.exec(text) ?? []
  const front = `---\ntitle: ${JSON.stringify(title)}\nsidebar: { order: ${order} }\neditUrl: false\n---\n`
  return front + withDiagrams(withLinks(text.replace(/^# .+\n/m, ''), file))
}

for (const [folder, files] of Object.entries(gathered)) {
  await rm(resolve(content, folder), { recursive: true, force: true })
  await mkdir(resolve(content, folder), { recursive: true })
  for (const [order, file] of files.entries()) {
    const text = await readFile(resolve(root, file), 'utf8')
    await writeFile(resolve(content, folder, basename(file).toLowerCase()), pageOf(text, file, order + 1))
  }
}

const pictures = resolve(import.meta.dirname, 'public/pictures')
await rm(pictures, { recursive: true, force: true })
await cp(resolve(root, 'docs/pictures'), pictures, { recursive: true })
