import { startEmbedded } from '../src/platform/embedded-postgres/embedded.ts'
import { testPostgresFolder } from '../src/platform/embedded-postgres/testing-place.ts'
import { makeTemplate, readTemplate, removeClones } from './template.ts'

/** Before the first journey: PostgreSQL runs until the last one has ended, and the template is there. */
const openRun = async (): Promise<() => Promise<void>> => {
  const postgres = await startEmbedded(testPostgresFolder, { durable: false })
  await makeTemplate(postgres.connection)
  return async () => {
    await removeClones(readTemplate())
    await postgres.stop()
  }
}

export default openRun
