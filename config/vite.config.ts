import { readFileSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, posix, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { bringFirst } from '../scripts/bring-first.ts'
import { screenFiles } from '../scripts/screen-files.ts'

const root = resolve(import.meta.dirname, '..')
const pages = resolve(root, 'pages')

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/**
 * Paints the page header first: its styles are inline, everything else is fetched at low priority, and the scripts,
 * which keep a slow phone busy, start after the first paint. They never start before the styles, because an inline
 * script waits for the style sheets above it.
 */
const headerFirst = (): Plugin => ({
  name: 'header-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) => {
      if (path !== '/index.html') return html
      const styles = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      const [script = '', source = ''] = /<script type="module"[^>]* src="([^"]+)"[^>]*><\/script>/.exec(html) ?? []
      return styles
        .reduce((page, link) => page.replace(link, ''), html)
        .replace(script, `<link rel="modulepreload" crossorigin href="${source}">`)
        .replaceAll('rel="modulepreload"', 'rel="modulepreload" fetchpriority="low"')
        .replace('<!-- FIRST_STYLES -->', styles.join(''))
        .replace('</body>', `<script nonce="CSP_NONCE">${beginning(source)}</script></body>`)
    },
  },
})

/** The map's page runs in a sandbox without an origin and cannot fetch, so its script and styles are inlined. */
const mapInOneFile = (): Plugin => ({
  name: 'map-in-one-file',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path, bundle = {} }) => {
      if (path !== '/us-map.html') return html
      const take = (file: string): string => {
        const one = bundle[file]
        delete bundle[file]
        return String(one?.type === 'chunk' ? one.code : one?.source)
      }
      return html
        .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)"[^>]*>/, (_tag, file: string) => {
          return `<style nonce="CSP_NONCE">${take(file)}</style>`
        })
        .replace(/<script type="module"[^>]* src="\/([^"]+)"[^>]*><\/script>/, (_tag, file: string) => {
          return `<script nonce="CSP_NONCE" type="module">${take(file)}</script>`
        })
    },
  },
})

/** The API reference's program is already bundled and minified, so it is copied as it is. */
const referenceProgram = (): Plugin => {
  const { resolve } = createRequire(import.meta.url)
  const program = 'swagger-ui-dist/swagger-ui-bundle.js'
  const { version } = JSON.parse(readFileSync(resolve('swagger-ui-dist/package.json'), 'utf8')) as { version: string }
  const fileName = `assets/swagger-ui-${version}.js`
  return {
    name: 'reference-program',
    transformIndexHtml: (_html, { path, server: development }) => {
      if (path !== '/api-reference.html') return
      const src = development ? `/node_modules/${program}` : `/${fileName}`
      return [{ tag: 'script', attrs: { defer: true, src }, injectTo: 'head-prepend' }]
    },
    generateBundle: async function () {
      this.emitFile({ type: 'asset', fileName, source: await readFile(resolve(program)) })
    },
  }
}

const beside = /^\/(?:src|node_modules)\//

/** In development, pages request files relative to the root instead of their folder. */
const besidePages = (): Plugin => ({
  name: 'beside-pages',
  apply: 'serve',
  enforce: 'pre',
  resolveId: { filter: { id: beside }, handler: (id) => posix.join(normalizePath(root), id) },
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      const { url = '' } = request
      if (beside.test(url)) request.url = posix.join('/@fs', normalizePath(root), url)
      next()
    })
  },
})

/**
 * Starts immediately if the page is hidden (it is never painted) or the browser does not report paints. On product
 * pages the picture, the largest element, is painted first if it loads in time.
 */
const beginning = (script: string) => `
  let beginning = null
  const started = () => beginning ??= import('${script}').catch(() => {
    const note = document.createElement('p')
    note.setAttribute('role', 'alert')
    note.textContent = 'This page could not be loaded. Check your connection and reload it.'
    document.getElementById('root').append(note)
    addEventListener('online', () => location.reload())
  })
  const picture = document.querySelector('.first-product img')
  const whenSeen = () => {
    if (!picture?.offsetWidth || picture.complete) started()
    else picture.onload = picture.onerror = () => requestAnimationFrame(() => setTimeout(started))
  }
  if (document.hidden) started()
  else {
    new PerformanceObserver(whenSeen).observe({ type: 'paint', buffered: true })
    setTimeout(started, 300)
  }
`

/**
 * Writes compressed .br and .gz files next to every asset at the highest level; the page itself is rendered per
 * request.
 */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const files = await readdir(dir, { recursive: true })
    await Promise.all(files.filter((name) => /\.(js|css|svg)$/.test(name)).map((file) => compress(join(dir, file))))
  },
})

const compress = async (file: string) => {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await toBrotli(content, { params }))
  await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
}

/** Small modules with few dependencies. */
const shared =
  /[\\/](lucide-react|@mantine[\\/](hooks|core[\\/]esm[\\/](core|utils))|src[\\/](shared|web[\\/](?!table[\\/][\w-]+\.tsx)|[\w-]+[\\/]((?!web[\\/])[\w-]+[\\/])?[\w-]+\.ts$))/

export default defineConfig({
  root: pages,
  plugins: [
    react(),
    besidePages(),
    bringFirst(),
    headerFirst(),
    mapInOneFile(),
    referenceProgram(),
    screenFiles(),
    precompress(),
  ],
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: resolve(root, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'us-map.html', 'api-reference.html'].map((page) => resolve(pages, page)),
      output: {
        // Without their names: the first file lists all others, and names are most of that list.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          groups: [
            // Changes only with library updates, so that caches survive a release of the portal.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, priority: 2 },
            {
              name: 'pieces',
              tags: ['$initial'],
              test: /^(?!.*[\\/]swagger-ui).*[\\/]node_modules[\\/].*(?<!css)$/,
              priority: 1,
            },
            // What every first visit needs, in one file: 40 small ones would each cost a request.
            {
              name: 'first',
              tags: ['$initial'],
              test: /^(?!.*[\\/](us-map\.|api-reference\.|swagger-ui))/,
              priority: 1,
            },
            // Modules shared by several screens, in few files for the same reason; each group includes its
            // dependencies.
            { name: 'common', test: shared, minShareCount: 3 },
            { name: 'popover', test: /[\\/]Popover[\\/]/, minShareCount: 2 },
            { name: 'table', test: /[\\/]web[\\/]table[\\/][\w-]+\.tsx/, minShareCount: 2 },
            { name: 'dialog', test: /[\\/]web[\\/]ui[\\/]dialog-window/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/brand': server, '/pictures': server, '/uploads': server, '/dev': server },
  },
})
