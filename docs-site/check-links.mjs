// Every link within the built site leads to a page that is there, and to a heading that is on it; every picture is there.
import { readFile, readdir } from 'node:fs/promises'
import { resolve } from 'node:path'

const built = resolve(import.meta.dirname, 'dist')
const files = (await readdir(built, { recursive: true })).filter((name) => !name.startsWith('pagefind/'))
const pages = new Map()
for (const file of files.filter((name) => name.endsWith('.html'))) {
  const html = await readFile(resolve(built, file), 'utf8')
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id))
  pages.set(`/${file.replace(/(^|\/)index\.html$/, '$1')}`, { html, ids })
}

const there = new Set(files.map((file) => `/${file}`))
const broken = []
for (const [page, { html }] of pages)
  for (const [, href] of html.matchAll(/\s(?:href|src|srcset)="([^"]+)"/g)) {
    const address = URL.parse(href.replaceAll('&amp;', '&'), `http://site${page}`)
    if (address?.origin !== 'http://site') continue
    const { pathname, hash } = address
    const target = pages.get(pathname)
    if (!target && !there.has(pathname)) broken.push(`${page}: ${href} is not there`)
    else if (target && hash && !target.ids.has(decodeURIComponent(hash.slice(1))))
      broken.push(`${page}: ${href} has no such heading`)
  }
for (const line of broken) process.stderr.write(`${line}\n`)
process.stdout.write(`${pages.size} pages, ${broken.length} broken addresses\n`)
process.exit(broken.length === 0 && pages.size > 0 ? 0 : 1)
