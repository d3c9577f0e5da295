/**
 * What a simulator knows before anyone talks to it: the file named by ERP_SIMULATOR_INITIAL, and the body of `POST /load` on the control port.
 * Every list may be missing or empty. Amounts and quantities are text ("125.50"). A moment is an ISO text ("2026-11-20T09:50:00Z",
 * "2026-11-20") or a distance from the simulator's clock ("-12d", "-3h"), so that a demonstration never grows old.
 * Unknown names and wrong kinds are refused with the place they stand at. An entry whose id is known already replaces the old one.
 */
export type Initial = {
  accounts?: InitialAccount[]
  materials?: InitialMaterial[]
  orders?: InitialOrder[]
  invoices?: InitialInvoice[]
}

export type InitialAccount = {
  /** The account id, at most 10 characters, e.g. "4000123". */
  id: string
  name: string
  /** A blocked account answers a new sales order with an error. Default "active". */
  status?: 'active' | 'blocked'
  created?: string
  changed?: string
  addresses?: InitialAddress[]
  /** GLN and the like: the tenant's identifier type code and the value. */
  identifications?: { type: string; id: string }[]
  /** Key-user fields of the account: its credit limit and what is left of it. An account without them has none that are filled in. */
  credit?: { limit: string; left?: string; currency?: string }
}

export type InitialAddress = {
  /** What orders name to ship there. Default: made from the account and the position. */
  uuid?: string
  street: string
  house?: string
  city: string
  /** Two-letter state. */
  region: string
  postalCode: string
  /** Default "US". */
  country?: string
  careOf?: string
  email?: string
  phone?: string
  /** Default ["XXDEFAULT"], the main address. */
  usages?: InitialUsage[]
  /** The usages for which this address is the account's default. */
  defaultFor?: InitialUsage[]
}

type InitialUsage = 'XXDEFAULT' | 'SHIP_TO' | 'BILL_TO'

export type InitialMaterial = {
  /** The product id: an NDC of eleven digits with dashes ("00093-0058-01"), or an item number. */
  id: string
  description: string
  /** The base unit of measure, at most 3 characters, e.g. "EA". */
  unit: string
  /** The net list price of one unit. */
  price: string
  /** Default "USD". */
  currency?: string
  /** Kept cold: its orders carry a shipping charge. Default false. */
  cold?: boolean
  gtin?: string
}

export type InitialOrder = {
  /** The order number, numeric text; new orders continue above the highest. */
  id: string
  account: string
  /** ExternalReference. */
  reference?: string
  name?: string
  /** LifeCycleStatusCode: 4 in preparation, 1 open, 2 in process, 3 completed. Default "4". */
  status?: '1' | '2' | '3' | '4'
  cancelled?: boolean
  created: string
  /** Default: as created. */
  changed?: string
  purchaseOrder?: string
  shipVia?: string
  tracking?: string
  comment?: string
  lines: InitialLine[]
}

type InitialLine = {
  product: string
  quantity: string
  /** Default: the material's base unit. */
  unit?: string
  /** Net price of one unit. Default: the material's list price. */
  price?: string
  cancelled?: boolean
}

export type InitialInvoice = {
  /** The invoice number, numeric text. */
  id: string
  /** The order it invoices; it gives account, lines, purchase order, ship via and tracking unless stated here. */
  order?: string
  /** Required without an order. */
  account?: string
  /** Default: the account. */
  payer?: string
  date: string
  /** Default: the date. */
  created?: string
  /** Default: as created. */
  changed?: string
  /** Default true: ReleaseStatusCode 3; false: 1, and the next tick releases it. */
  released?: boolean
  cancellation?: boolean
  /** The invoice that it cancels: every line refers to it. */
  cancels?: string
  /** A credit memo: its amounts are written above zero, and its open item is told below zero. */
  creditMemo?: boolean
  purchaseOrder?: string
  shipVia?: string
  tracking?: string
  fedExAccount?: string
  /** Default: the sum of the lines. Required without order and lines. */
  net?: string
  /** Default "0": gross = net + shipping. */
  shipping?: string
  currency?: string
  lines?: InitialLine[]
  /** What is still unpaid: "0" is paid, less than the gross amount is paid in part. Default: the gross amount. */
  open?: string
}
