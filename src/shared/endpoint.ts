import type * as z from 'zod/mini'

/** By this one of the staff says with each call which customer it is for. */
export const orderingForHeader = 'ordering-for'

/**
 * Who may call: `anyone`; `signedIn`, any active account; `customer`; `buyer`, anyone but an admin;
 * `staff`, a sales rep or an admin; `manager`, of a business, or an admin; `admin`.
 */
export type Access = 'anyone' | 'signedIn' | 'customer' | 'buyer' | 'staff' | 'manager' | 'admin'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Schema = z.core.$ZodType

interface Shape {
  access: Access
  /** Needs the password, or a passkey, of the last quarter of an hour. */
  isConfirmed?: true
  /** Open to whoever still has to set up the second factor that his role needs. */
  isBeforeFactor?: true
  /** A step towards an order: not for those who only look. */
  isOrdering?: true
  /** A GET that does something, so that nobody keeps its answer. */
  isAct?: true
  /** A GET that changes something without a token: for our own pages and for programs, not for what another site shows. */
  isForOurPages?: true
  /** What the call is for, in one line: printed in the OpenAPI document. */
  summary?: string
  params?: Schema
  query?: Schema
  body?: Schema
  reply: Schema
  /** What is answered with 202 in place of the reply, where somebody has to agree first. */
  accepted?: Schema
  /** The status of a good answer; 200 unless said. */
  status?: 201 | 202
}

/** One call of the portal's API: the server serves it, the browser calls it, and neither repeats it. */
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

/** What a caller hands over: the parts that the endpoint declares, before defaults are filled in. */
export type Sent<E extends Endpoint> = { [P in Declared<E>]: z.input<E[P] & Schema> }

/** What a handler is given: the declared parts, parsed. */
export type Received<E extends Endpoint> = { [P in Declared<E>]: z.output<E[P] & Schema> }

/** What the caller gets back. */
export type Reply<E extends Endpoint> =
  | z.output<E['reply']>
  | (E extends { accepted: infer A extends Schema } ? z.output<A> : never)

/** What a handler answers with; the reply schema strips what does not belong. */
export type Answer<E extends Endpoint> =
  | z.input<E['reply']>
  | (E extends { accepted: infer A extends Schema } ? z.input<A> : never)
