import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port that stays free until the portal listens at it, some seconds later, and again after a restart: none of those that the
 * system gives to outgoing connections.
 */
export const lastingPort = async (): Promise<number> => {
  const port = randomInt(20_000, 30_000)
  const server = createServer()
  server.listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return lastingPort()
  server.close()
  await once(server, 'close')
  return port
}
