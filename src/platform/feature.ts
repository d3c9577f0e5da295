import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Brand } from './brand.ts'
import type { Config } from './config.ts'
import type { Db } from './db/tables.ts'
import type { CountAttempt } from './http/limits.ts'
import type { AwaitIdle } from './http/in-flight-requests.ts'
import type { Serve } from './http/serve.ts'
import type { ServeFile } from './http/serve-file.ts'
import type { AddJob } from './jobs/worker.ts'

/** What every feature is given; what only one of them needs is handed to it beside this. */
export interface App {
  config: Config
  db: Db
  http: FastifyInstance
  log: FastifyBaseLogger
  serve: Serve
  serveFile: ServeFile
  /** Declares a background act; what runs it and when is the worker's business. */
  job: AddJob
  countAttempt: CountAttempt
  /** For work that nobody waits for. */
  awaitIdle: AwaitIdle
  /** How the portal looks and is called now. */
  brand(): Brand
}
