import type { AddressInfo } from 'node:net'
import { connectErp } from '#erp/connect-erp.ts'
import { buildPortal } from './app.ts'
import { BadSetting, type Config, readConfig } from './config.ts'
import { openDatabase } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { listenForJobs } from './jobs/listen.ts'

type Closing = () => Promise<void> | void

/** Everything that was opened, closed in the opposite order. */
const makeClosings = () => {
  const closings: Closing[] = []
  return {
    add: (closing: Closing) => void closings.push(closing),
    closeAll: async () => {
      for (const close of closings.toReversed()) await close()
    },
  }
}

const start = async (given: Config, closings: ReturnType<typeof makeClosings>): Promise<string> => {
  const settings = { ...given, PUBLIC_URL: given.PUBLIC_URL || addressOf(given, given.PORT) }
  const database = await openDatabase(settings)
  closings.add(database.close)
  await migrate(database.pool)

  const config = settings.DEMO ? await startDemo(settings, database.db, closings) : settings
  const erp = connectErp(config)
  closings.add(() => erp.close())

  const { http, worker } = await buildPortal({ config, db: database.db, erp })
  const listener = listenForJobs(database.pool, worker.wake)
  closings.add(() => listener.stop())
  worker.start()
  closings.add(() => worker.stop())
  closings.add(() => http.close())

  await http.listen({ port: config.PORT, host: config.HOST })
  const { port } = http.server.address() as AddressInfo
  return given.PUBLIC_URL || addressOf(given, port)
}

const addressOf = ({ HOST }: Config, port: number): string =>
  `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${port}`

/** Loaded only here, so that an installation without the demo never reads its files. */
const startDemo = async (
  ...given: Parameters<typeof import('../../demo/start-demo.ts').startDemo>
): Promise<Config> => {
  const demo = await import('../../demo/start-demo.ts')
  return demo.startDemo(...given)
}

const run = async (): Promise<void> => {
  const closings = makeClosings()
  let isStopping = false
  const stop = async (code: number) => {
    if (isStopping) process.exit(1)
    isStopping = true
    await closings.closeAll()
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  try {
    const address = await start(readConfig(process.env), closings)
    process.stdout.write(`Apotheca is ready at ${address}\n`)
  } catch (error) {
    const shown =
      error instanceof BadSetting || isPortTaken(error)
        ? error.message
        : error instanceof Error
          ? error.stack
          : String(error)
    process.stderr.write(`${shown}\n`)
    await stop(1)
  }
}

const isPortTaken = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

await run()
