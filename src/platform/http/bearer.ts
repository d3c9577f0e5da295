import type { FastifyRequest } from 'fastify'
import type { BuyingRole } from '#shared/buying-role.ts'
import { type Endpoint, orderingForHeader } from '#shared/endpoint.ts'
import { Refusal } from './refusal.ts'

/** The account behind a living session, as the database knows it at this request. */
export interface Caller {
  _id: string
  email: string
  name: string
  lastName: string
  /** Null for staff without one. */
  businessId: string | null
  companyName: string
  accountID: string
  isAdmin: boolean
  isSalesRep: boolean
  /** Of a customer; it means nothing for staff. */
  buyingRole: BuyingRole
  tokenHash: Buffer
  /** The password, or a passkey, was given within the last quarter of an hour. */
  isConfirmed: boolean
  /** The role needs a second factor, and there is none yet. */
  lacksFactor: boolean
  /** The customer one of the staff said that he works for: prices, cart and history are that customer's. */
  orderingFor: OrderingFor | null
}

export interface OrderingFor {
  _id: string
  businessId: string | null
  companyName: string
  accountID: string
}

/** The id of the customer is what the browser said with the request; only of the staff it means something. */
export type FindCaller = (token: string, orderingFor: string | null) => Promise<Caller | null>

const allows: Record<Endpoint['access'], (caller: Caller) => boolean> = {
  anyone: () => true,
  signedIn: () => true,
  customer: (caller) => !caller.isAdmin && !caller.isSalesRep,
  buyer: (caller) => !caller.isAdmin,
  staff: (caller) => caller.isAdmin || caller.isSalesRep,
  manager: (caller) => caller.isAdmin || (!caller.isSalesRep && caller.buyingRole === 'manager'),
  admin: (caller) => caller.isAdmin,
}

/** Who is calling, or a refusal: 401 without a living session where one is needed, 403 for the wrong role or without the factor it needs. */
export const resolveCaller = async (
  findCaller: FindCaller,
  { access, isBeforeFactor, isOrdering }: Pick<Endpoint, 'access' | 'isBeforeFactor' | 'isOrdering'>,
  request: FastifyRequest,
  otherwise: string | null = null,
): Promise<Caller | null> => {
  const token = tokenOf(request) ?? otherwise
  // A document in a tab of its own is asked for by an address alone.
  const named = request.headers[orderingForHeader] ?? (request.query as Record<string, unknown>)[orderingForHeader]
  const caller = token ? await findCaller(token, typeof named === 'string' && named !== '' ? named : null) : null
  request.callerId = caller?._id ?? null
  if (access === 'anyone' && !token) return null
  if (!caller) throw new Refusal(401, token ? 'Your session has ended. Please sign in again.' : 'Please sign in.')
  if (caller.lacksFactor && !isBeforeFactor) {
    // What everybody may ask he may ask as everybody.
    if (access === 'anyone') return null
    throw new Refusal(403, 'Please set up your second factor first.', { factorNeeded: true })
  }
  if (!allows[access](caller)) throw new Refusal(403, 'You are not allowed to do this.')
  if (isOrdering && caller.buyingRole === 'viewer' && allows.customer(caller)) throw new Refusal(403, viewerMessage)
  return caller
}

const viewerMessage = 'Your account is view-only. Ask a manager of your business if you need to order.'

const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization ?? ''
  const [scheme, token] = header.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}
