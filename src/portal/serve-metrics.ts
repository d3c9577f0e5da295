import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Registry } from 'prom-client'

interface Where {
  port: number
  host: string
}

export interface MetricsServer {
  address: string
  close(): Promise<void>
}

/** A separate port, so that the public proxy cannot reach it. */
export const serveMetrics = async (registry: Registry, { port, host }: Where): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.requestTimeout = 5_000
  await new Promise<void>((done, failed) => server.once('error', failed).listen(port, host, done))
  const { port: taken } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((done) => {
      server.close(() => done())
      server.closeAllConnections()
    })
  return { address: `http://${host}:${taken}/metrics`, close }
}
