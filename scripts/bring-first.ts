import { resolve } from 'node:path'
import type { Plugin } from 'vite'

const bringer = resolve(import.meta.dirname, '../src/web/bring-files.ts')

/**
 * The bundler wraps every `import()` in a function that preloads files through the page's head; a failed preload is
 * never retried. The portal's own function of the same shape fetches them instead.
 */
export const bringFirst = (): Plugin => {
  let isReplaced = false
  return {
    name: 'bring-first',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          // The map would share the polyfill with the first page, and every supported browser preloads modules
          // natively.
          polyfill: false,
          // A file without dependencies is fetched too.
          resolveDependencies: (file, needed, { hostType }) =>
            hostType === 'js' ? [...new Set([file, ...needed])] : needed,
        },
      },
    }),
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler: () => {
        isReplaced = true
        return { code: `export { bringFiles as __vitePreload } from ${JSON.stringify(bringer)}`, map: null }
      },
    },
    buildEnd: function (error) {
      if (!error && !isReplaced) this.error('The bundler wraps imports in another way: bring-first.ts must follow.')
    },
  }
}
