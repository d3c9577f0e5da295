import type { FastifyInstance } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../db/tables.ts'
import { builtVersion as version } from '../version.ts'

/** Data that must be in memory before the process can serve. */
interface Needed {
  readonly isLoaded: boolean
  /** Starts loading, unless it has started already. */
  load(): void
}

interface Facts {
  catalogue: Needed
  /** Problems that an operator has to fix but that don't stop the process from serving. */
  findWarnings(): Promise<string[]>
}

/** Probes come every few seconds with a short timeout, which must hold even if the database hangs. */
const maxMilliseconds = 2_000

const probeDatabase = async (db: Db, findWarnings: Facts['findWarnings']): Promise<string[]> => {
  await sql`select 1`.execute(db)
  return findWarnings()
}

/** Liveness and readiness. After `drain` the process still serves, but reports that it is stopping. */
export const healthRoutes = (http: FastifyInstance, db: Db, { catalogue, findWarnings }: Facts): { drain(): void } => {
  let isDraining = false
  const drain = () => {
    isDraining = true
  }
  http.addHook('preClose', async () => {
    drain()
    // A kept-alive connection would delay the shutdown.
    http.server.keepAliveTimeout = 1_000
  })
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (isDraining) void reply.header('connection', 'close')
    done()
  })

  const quiet = { config: { access: 'anyone' }, logLevel: 'silent' } as const

  http.get('/healthz', quiet, async () => ({ status: 'ok', version }))

  http.get('/readyz', quiet, async (_request, reply) => {
    if (isDraining) return reply.status(503).send({ status: 'stopping' })
    const asked = probeDatabase(db, findWarnings).catch(() => null)
    const warnings = await Promise.race([asked, pause(maxMilliseconds, null, { ref: false })])
    if (!warnings) return reply.status(503).send({ status: 'the database does not answer' })
    if (!catalogue.isLoaded) {
      catalogue.load()
      return reply.status(503).send({ status: 'loading the catalog' })
    }
    return { status: 'ready', ...(warnings.length > 0 && { warnings }) }
  })
  return { drain }
}
