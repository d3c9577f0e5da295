import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Brand } from './brand.ts'
import type { Config } from './config.ts'
import type { Db } from './db/tables.ts'
import type { CountAttempt } from './http/limits.ts'
import type { Serve } from './http/serve.ts'
import type { ServeFile } from './http/serve-file.ts'
import type { AddJob } from './jobs/worker.ts'

/** Dependencies of every room; a room gets its specific ones as further arguments. */
export interface App {
  config: Config
  db: Db
  http: FastifyInstance
  log: FastifyBaseLogger
  serve: Serve
  serveFile: ServeFile
  /** Registers a background job kind; the worker decides where and when it runs. */
  job: AddJob
  countAttempt: CountAttempt
  /** The current name, logo and colors of the portal. */
  brand(): Brand
}
