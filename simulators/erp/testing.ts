import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { testData } from './testing-data.ts'

export type Simulator = {
  url: string
  /** Calls the control port. */
  control: <Answer = unknown>(method: string, path: string, body?: unknown) => Promise<Answer>
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>
  /** Closes its standard input, as the death of its starter does. */
  abandon: () => Promise<number | null>
}

/** A simulator of its own in another process, with the test data unless told otherwise. */
export const startSimulator = async (environment: Record<string, string> = {}): Promise<Simulator> => {
  const folder = await mkdtemp(join(tmpdir(), 'erp-simulator-'))
  const initial = join(folder, 'initial.json')
  await writeFile(initial, JSON.stringify(testData))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ERP_SIMULATOR_CONTROL_PORT: '0',
      ERP_SIMULATOR_INITIAL: initial,
      ERP_SIMULATOR_PARENT: '1',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve)
    void ended.then((code) => reject(new Error(`the simulator ended with ${code} before it was ready`)))
  })
  // A simulator that is ready has read it.
  await rm(folder, { recursive: true })
  const ready = JSON.parse(line) as { url: string; control: string }
  return {
    url: ready.url,
    control: async <Answer>(method: string, path: string, body?: unknown) => {
      const response = await fetch(`${ready.control}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Answer
      if (!response.ok) throw new Error(JSON.stringify(answer))
      return answer
    },
    end: (signal) => {
      child.kill(signal)
      return ended
    },
    abandon: () => {
      child.stdin.end()
      return ended
    },
  }
}

type Answer = {
  status: number
  headers: Headers
  text: string
  /** The `d` of the body, null when there is none. */
  d: Wire | null
  /** The rows of a set, none for anything else. */
  rows: Wire[]
  message: string
}

/** What stands under a name is for the test to say. */
export type Wire = { [name: string]: Wire } & Wire[] & string

export type Client = {
  get: (path: string, query?: Record<string, string>, headers?: Record<string, string>) => Promise<Answer>
  send: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>
}

/** A client that keeps the rules: basic authentication, a fetched token, all cookies sent back. */
export const newClient = (url: string, user = 'portal', password = 'simulator'): Client => {
  const root = `${url}/sap/byd/odata/cust/v1/`
  const standard = {
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
    accept: 'application/json',
  }
  let session: Record<string, string> | null = null
  const call = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<Answer> => {
    const response = await fetch(new URL(path, root), {
      method,
      headers: { ...standard, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {}
    return {
      status: response.status,
      headers: response.headers,
      text,
      d: parsed.d ?? null,
      rows: Array.isArray(parsed.d?.results) ? parsed.d.results : [],
      message: parsed.error?.message?.value ?? '',
    }
  }
  const openSession = async () => {
    const { headers } = await call('GET', 'khsalesorder/', { 'x-csrf-token': 'fetch' })
    return {
      'x-csrf-token': headers.get('x-csrf-token') ?? '',
      cookie: headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
    }
  }
  return {
    get: (path, query = {}, headers = {}) => call('GET', `${path}?${new URLSearchParams(query).toString()}`, headers),
    send: async (method, path, body, headers = {}) => {
      session ??= await openSession()
      const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
      return call(method, path, { ...session, ...type, ...headers }, body)
    },
  }
}

/** A small order as the portal would send it. */
export const portalOrder = (reference: string, changes: Record<string, unknown> = {}) => ({
  ExternalReference: reference,
  Name: 'Portal order 10427',
  DataOriginTypeCode: '4',
  PurchaseOrder_KUT: 'PO-7781',
  ShipVia_KUT: 'UPS GROUND',
  BuyerParty: { PartyID: '4000123' },
  PricingTerms: { CurrencyCode: 'USD', GrossAmountIndicator: false },
  Item: [
    {
      ID: '10',
      ItemProduct: { ProductID: '00093-0058-01' },
      ItemScheduleLine: [{ Quantity: '12', unitCode: 'EA' }],
    },
  ],
  ...changes,
})
