import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** Writes a .br and a .gz beside every asset, once, at the best level; the page itself is filled in for every request. */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: async ({ dir = '' }) => {
    const files = await readdir(dir, { recursive: true })
    for (const file of files.filter((name) => /\.(js|css|svg)$/.test(name))) await compress(join(dir, file))
  },
})

const compress = async (file: string) => {
  const content = await readFile(file)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  await writeFile(`${file}.br`, await toBrotli(content, { params }))
  await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
}

export default defineConfig({
  plugins: [react(), precompress()],
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What changes with an update of a library only, so that a release of the portal leaves it in every cache.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/, priority: 2 },
            // What every first visit needs, in one file: forty small ones would each cost a request.
            { name: 'first', tags: ['$initial'], priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '/pictures': server, '/uploads': server, '/dev': server },
  },
})
