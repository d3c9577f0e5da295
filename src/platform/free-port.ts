import { createServer, type AddressInfo } from 'node:net'

/** A TCP port of this machine that is currently free. */
export const freePort = (): Promise<number> =>
  new Promise((done, failed) => {
    const server = createServer()
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })
