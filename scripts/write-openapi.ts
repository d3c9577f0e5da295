// Writes the OpenAPI document to the given file without a database, for the linter and for client generators.
import { writeFile } from 'node:fs/promises'
import { connectErp } from '#erp/connect-erp.ts'
import { readConfig } from '#platform/config.ts'
import { openLater } from '#platform/db/open-database.ts'
import { openApi } from '#platform/http/openapi.ts'
import { buildPortal } from '#portal/app.ts'

const [file = 'openapi.json', address = ''] = process.argv.slice(2)
const config = readConfig({ DEMO: '0', LOG_LEVEL: 'silent' })
const never = openLater(new Promise(() => {}))
const { endpoints } = await buildPortal({ config, db: never, erp: connectErp(config) })
await writeFile(file, JSON.stringify(openApi(endpoints, address), null, 1))
process.exit(0)
