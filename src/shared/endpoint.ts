import type * as z from 'zod/mini'

/** The header with the customer that a staff member orders for. */
export const orderingForHeader = 'ordering-for'

/**
 * Who may call: `anyone`; `signedIn`, any active account; `customer`; `buyer`, anyone but an admin; `staff`, a sales
 * rep or an admin; `manager`, of a business, or an admin; `admin`.
 */
export type Access = 'anyone' | 'signedIn' | 'customer' | 'buyer' | 'staff' | 'manager' | 'admin'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.core.$ZodType

/** What a limit counts by: the account (the network for visitors), the network, or a field of the input. */
type LimitSubject = 'caller' | 'network' | `params.${string}` | `body.${string}`

export interface Limit {
  /** The counter's name; endpoints whose limits have the same name share the counter. */
  name: string
  per: LimitSubject | readonly LimitSubject[]
  most: number
  seconds: number
  message?: string
}

interface Shape {
  access: Access
  /** Maximum number of calls in a period, counted before the call is handled; 429 above it. */
  limits?: readonly Limit[]
  /** Requires a password or passkey within the last 15 minutes. */
  isConfirmed?: true
  /** Allowed before the user has set up the second factor that their role requires. */
  isBeforeFactor?: true
  /** A step toward an order, which view-only users may not take. */
  isOrdering?: true
  /** Also for read-only users, although it is no plain GET: it only reads, or changes only their own account. */
  isForReadOnly?: true
  /** A GET with side effects, whose response must not be cached. */
  isAct?: true
  /** A GET with side effects but without a token: for the portal's pages and API clients, not for other sites. */
  isForOurPages?: true
  /** A one-line description for the OpenAPI document. */
  summary?: string
  params?: Schema
  query?: Schema
  body?: Schema
  reply: Schema
  /** The message of the reply, if it is the whole reply; the handler then returns nothing. */
  done?: string
  /** The reply with status 202, if someone must approve first. */
  accepted?: Schema
  /** The success status; 200 by default. */
  status?: 201 | 202
}

/** An API call, defined once for server and browser. */
export interface Endpoint extends Shape {
  method: Method
  path: `/api/${string}`
}

const define =
  <const M extends Method>(method: M) =>
  <const S extends Shape>(path: Endpoint['path'], shape: S): { method: M; path: Endpoint['path'] } & S => ({
    method,
    path,
    ...shape,
  })

export const get = define('GET')
export const post = define('POST')
export const put = define('PUT')
export const del = define('DELETE')

type Part = 'params' | 'query' | 'body'
type Declared<E extends Endpoint> = { [P in Part]: E[P] extends Schema ? P : never }[Part]

/** The caller's input: the declared parts, before defaults. */
export type Sent<E extends Endpoint> = { [P in Declared<E>]: z.input<E[P] & Schema> }

/** The handler's input: the declared parts, parsed. */
export type Received<E extends Endpoint> = { [P in Declared<E>]: z.output<E[P] & Schema> }

/** The reply the caller gets. */
export type Reply<E extends Endpoint> =
  | z.output<E['reply']>
  | (E extends { accepted: infer A extends Schema } ? z.output<A> : never)

/** The handler's result; the reply schema drops unknown properties. */
export type Answer<E extends Endpoint> = E extends { done: string }
  ? void
  : z.input<E['reply']> | (E extends { accepted: infer A extends Schema } ? z.input<A> : never)
