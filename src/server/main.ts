import { enableCompileCache } from 'node:module'
import { resolve } from 'node:path'

// Before anything else is loaded: the next start finds all of it compiled.
enableCompileCache(resolve(import.meta.dirname, '../../node_modules/.cache/compiled'))
await import('./run-portal.ts')
