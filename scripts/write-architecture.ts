// Regenerates the rooms in docs/architecture.md from the imports.
import { writeFile } from 'node:fs/promises'
import { architecturePage, architecturePagePath } from './architecture-page.ts'

await writeFile(architecturePagePath, await architecturePage())
