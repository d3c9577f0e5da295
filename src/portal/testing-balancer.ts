import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { after } from 'node:test'

const betweenLooksMilliseconds = 100

/**
 * A load balancer over keep-alive connections to portals that report ready. It never retries, so a cut connection is a
 * failed request.
 */
export const startBalancer = async (addresses: readonly string[]) => {
  const agent = new Agent({ keepAlive: true })
  let ready: string[] = []
  let turn = 0
  let isOver = false

  const look = async () => {
    const found = await Promise.all(
      addresses.map((address) =>
        fetch(`${address}/readyz`, { headers: { connection: 'close' } }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    )
    ready = addresses.filter((_, index) => found[index])
  }
  const keepLooking = async () => {
    for (; !isOver; await pause(betweenLooksMilliseconds)) await look()
  }

  const server = createServer((asked, answer) => {
    const address = ready[turn++ % ready.length]
    if (!address) return void answer.writeHead(502).end()
    const { hostname, port } = new URL(address)
    const { method, url, headers } = asked
    const onward = request({ agent, hostname, port, method, path: url, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    onward.on('error', ({ message }) => answer.writeHead(502, { 'x-failure': message }).end())
    asked.pipe(onward)
  })
  await look()
  const looking = keepLooking()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(async () => {
    isOver = true
    await looking
    agent.destroy()
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Resolves when exactly these portals get requests. */
    untilReady: async (...these: string[]) => {
      while (ready.toString() !== these.toString()) await pause(betweenLooksMilliseconds)
    },
  }
}
