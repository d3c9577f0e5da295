import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { after } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '#platform/config.ts'

const program = resolve(import.meta.dirname, '../../simulators/erp/main.ts')

export interface Fault {
  on: string
  kind: string
  nth?: number
  p?: number
  times?: number
  status?: number
  ms?: number
  message?: string
}

export interface OrderInErp {
  id: string
  objectId: string
  reference: string
  account: string
  status: string
  purchaseOrder: string
  shipVia: string
  paidOn: string
  shipTo: string
  text: string
  requestedFrom: string
  isCompleteOnly: boolean
  name: string
  net: string
  lines: { product: string; quantity: string; unit: string }[]
}

export interface Simulator {
  url: string
  /** Settings for a portal that uses it. */
  environment: Record<string, string>
  plan(...faults: Fault[]): Promise<void>
  forgetFaults(): Promise<void>
  off(mode?: 'maintenance'): Promise<void>
  on(): Promise<void>
  orders(reference?: string): Promise<OrderInErp[]>
  /**
   * Methods and resources, such as `POST khsalesorder/SalesOrderCollection`; a delayed request is logged when it is
   * answered.
   */
  requests(method?: string, fault?: string): Promise<string[]>
  forgetRequests(): Promise<void>
  enterOrder(order: { id: string; reference: string; account: string; status?: string; lines: object[] }): Promise<void>
  /** Accounts, orders and invoices in the format of the simulator's own files. */
  load(books: object): Promise<void>
  advance(step: { hours?: number; days?: number; ticks?: number }): Promise<void>
  cancelOrder(id: string, line?: string): Promise<void>
  restoreOrder(id: string, line?: string): Promise<void>
  /** Another quantity, price or product of an item, or a new item with a substitute for it. */
  changeLine(
    order: string,
    line: string,
    change: { quantity?: string; price?: string; product?: string; substitute?: string },
  ): Promise<void>
  /** Another delivery address of the order. */
  changeShipTo(order: string, address: { street: string; city?: string; region?: string; zip?: string }): Promise<void>
  /** Bills a part of an order's items. */
  invoice(order: string, lines: { line: string; quantity: string }[]): Promise<void>
  /** Ships a part of an order's items, by their item numbers. */
  deliver(order: string, lines: { line: string; quantity: string }[]): Promise<void>
  /** Confirms quantities of an item for days. */
  confirm(order: string, line: string, confirmed: { quantity: string; on?: string }[]): Promise<void>
  pay(invoice: string, amount?: string): Promise<void>
  invoices(order?: string): Promise<InvoiceInErp[]>
}

interface InvoiceInErp {
  id: string
  objectId: string
  orders: string[]
  net: string
  gross: string
  open: string
  tracking: string
}

export const erpAccount = '1000001'
export const erpProducts = [
  { id: '00093-0058-01', description: 'Tramadol 50 mg, 100 tablets', unit: 'BTL', price: '12.50' },
  { id: '00002-1433-80', description: 'Trulicity 0.75 mg, 4 pens', unit: 'CTN', price: '956.31' },
]

/** Starts the ERP simulator in its own process, which ends with the test file. */
export const startTestSimulator = async (profile = 'full'): Promise<Simulator> => {
  const child = spawn(process.execPath, [program, '--control-port=0', '--parent=1', `--profile=${profile}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  after(() => end(child))
  const { url, control } = await ready(child)

  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${control}${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const said = (await answer.json()) as T // the control port speaks JSON only
    if (!answer.ok) throw new Error(`The simulator refuses ${method} ${path}: ${JSON.stringify(said)}`)
    return said
  }

  await ask('POST', '/load', {
    accounts: [
      { id: erpAccount, name: 'Test Pharmacy' },
      { id: '1000002', name: 'Other Pharmacy' },
    ],
    materials: erpProducts,
  })
  return {
    url,
    environment: { ERP_URL: url, ERP_USER: 'portal', ERP_PASSWORD: 'simulator', ERP_SETTLE_SECONDS: '1' },
    plan: (...faults) => ask('POST', '/faults', faults),
    forgetFaults: () => ask('DELETE', '/faults'),
    off: (mode) => ask('POST', '/off', mode ? { mode } : {}),
    on: () => ask('POST', '/on'),
    orders: (reference) => ask('GET', reference ? `/orders?reference=${encodeURIComponent(reference)}` : '/orders'),
    requests: async (method, fault) => {
      const notes = await ask<{ method: string; resource: string; fault: string | null }[]>('GET', '/requests')
      return notes
        .filter((note) => (!method || note.method === method) && (!fault || note.fault === fault))
        .map((note) => `${note.method} ${note.resource}`)
    },
    forgetRequests: () => ask('DELETE', '/requests'),
    load: (books) => ask('POST', '/load', books),
    advance: (step) => ask('POST', '/advance', step),
    cancelOrder: (order, line) => ask('POST', '/cancel', { order, ...(line && { line }) }),
    restoreOrder: (order, line) => ask('POST', '/restore', { order, ...(line && { line }) }),
    changeLine: (order, line, change) => ask('POST', '/change', { order, line, ...change }),
    changeShipTo: (order, address) => ask('POST', '/ship-to', { order, ...address }),
    invoice: (order, lines) => ask('POST', '/invoice', { order, lines }),
    deliver: (order, lines) => ask('POST', '/deliver', { order, lines }),
    confirm: (order, line, confirmed) => ask('POST', '/confirm', { order, line, confirmed }),
    pay: (invoice, amount) => ask('POST', '/pay', { invoice, ...(amount && { amount }) }),
    invoices: (order) => ask('GET', order ? `/invoices?order=${order}` : '/invoices'),
    enterOrder: (order) => ask('POST', '/load', { orders: [{ created: '2026-11-20', ...order }] }),
  }
}

export const simulatorConfig = ({ environment }: Simulator, more: Record<string, string> = {}): Config =>
  readConfig({ LOG_LEVEL: 'silent', ...environment, ...more })

/** Polls until the condition is true; these tests never sleep for a fixed time. */
export const until = async (
  holds: () => Promise<boolean> | boolean,
  what: string,
  milliseconds = 60_000,
): Promise<void> => {
  const deadline = Date.now() + milliseconds
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Did not come true in time: ${what}`)
    await pause(20)
  }
}

interface Ready {
  url: string
  control: string
}

const ready = async (child: ChildProcess): Promise<Ready> => {
  if (!child.stdout) throw new Error('The simulator has no output.')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Ready // its own ready line
  throw new Error('The simulator ended before it was ready.')
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
