import type { FastifyRequest } from 'fastify'
import type { BuyingRole } from '#shared/buying-role.ts'
import { type Endpoint, orderingForHeader } from '#shared/endpoint.ts'
import { Refusal } from './refusal.ts'

/** The account of an active session, as of this request. */
export interface Caller {
  _id: string
  email: string
  name: string
  lastName: string
  /** Null for staff without a business. */
  businessId: string | null
  companyName: string
  accountID: string
  isAdmin: boolean
  isSalesRep: boolean
  /** A director: an admin who may change nothing. */
  isReadOnly: boolean
  /** Applies to customers; meaningless for staff. */
  buyingRole: BuyingRole
  tokenHash: Buffer
  /** The password or a passkey was entered within the last 15 minutes. */
  isConfirmed: boolean
  /** The role requires a second factor that the account has not set up. */
  lacksFactor: boolean
  /** The customer that a staff member is ordering for; prices, cart and history are that customer's. */
  orderingFor: OrderingFor | null
}

export interface OrderingFor {
  _id: string
  businessId: string | null
  companyName: string
  accountID: string
}

/** Resolves a session token. `orderingFor`, a customer ID from the browser, counts only for staff. */
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

/** The caller, or 401 without a required session, 403 for the wrong role or a missing second factor. */
export const resolveCaller = async (
  findCaller: FindCaller,
  endpoint: Omit<Endpoint, 'path' | 'reply'>,
  request: FastifyRequest,
  otherwise: string | null = null,
): Promise<Caller | null> => {
  const { access, isBeforeFactor, isOrdering } = endpoint
  const token = tokenOf(request) ?? otherwise
  // A document that opens in a new tab cannot send headers, so the query parameter counts, too.
  const named = request.headers[orderingForHeader] ?? (request.query as Record<string, unknown>)[orderingForHeader]
  const caller = token ? await findCaller(token, typeof named === 'string' && named !== '' ? named : null) : null
  request.callerId = caller?._id ?? null
  if (access === 'anyone' && !token) return null
  if (!caller) throw new Refusal(401, token ? 'Your session has ended. Please sign in again.' : 'Please sign in.')
  if (caller.lacksFactor && !isBeforeFactor) {
    // Public calls stay available, answered as for a visitor.
    if (access === 'anyone') return null
    throw new Refusal(403, 'Please set up your second factor first.', { factorNeeded: true })
  }
  if (!allows[access](caller)) throw new Refusal(403, 'You are not allowed to do this.')
  if (caller.isReadOnly && !isOpenToReadOnly(endpoint)) throw new Refusal(403, readOnlyMessage)
  if (isOrdering && caller.buyingRole === 'viewer' && allows.customer(caller)) throw new Refusal(403, viewerMessage)
  return caller
}

/** Public calls, plain reads, and what a contract opens explicitly, so that a new call that writes is refused. */
export const isOpenToReadOnly = ({
  access,
  method,
  isAct,
  isForReadOnly,
}: Pick<Endpoint, 'access' | 'method' | 'isAct' | 'isForReadOnly'>): boolean =>
  access === 'anyone' || isForReadOnly === true || (method === 'GET' && !isAct)

export const readOnlyMessage = 'Your account is read-only. Ask an admin to make this change.'
const viewerMessage = 'Your account is view-only. Ask a manager of your business if you need to order.'

const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization ?? ''
  const [scheme, token] = header.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}
