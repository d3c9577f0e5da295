import { startEmbedded } from '../src/platform/embedded-postgres/embedded.ts'
import { testPostgresFolder } from '../src/platform/embedded-postgres/testing-place.ts'
import { makeTemplate, readTemplate, removeClones } from './template.ts'

/** Before the first journey: starts PostgreSQL until the last one has ended, and creates the template. */
const openRun = async (): Promise<() => Promise<void>> => {
  const postgres = await startEmbedded(testPostgresFolder, { durable: false })
  await makeTemplate(postgres.connection)
  return async () => {
    await removeClones(readTemplate())
    await postgres.stop()
  }
}

export default openRun
