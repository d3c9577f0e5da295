// Draws the rooms of docs/architecture.md anew from the imports.
import { writeFile } from 'node:fs/promises'
import { architecturePage, architecturePagePath } from './architecture-page.ts'

await writeFile(architecturePagePath, await architecturePage())
