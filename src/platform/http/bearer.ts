import type { FastifyRequest } from 'fastify'
import type { Access } from '#shared/endpoint.ts'
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
  tokenHash: Buffer
  /** The password was given within the last quarter of an hour. */
  isConfirmed: boolean
}

export type FindCaller = (token: string) => Promise<Caller | null>

const allows: Record<Access, (caller: Caller) => boolean> = {
  anyone: () => true,
  signedIn: () => true,
  customer: (caller) => !caller.isAdmin && !caller.isSalesRep,
  buyer: (caller) => !caller.isAdmin,
  staff: (caller) => caller.isAdmin || caller.isSalesRep,
  admin: (caller) => caller.isAdmin,
}

/** Who is calling, or a refusal: 401 without a living session where one is needed, 403 for the wrong role. */
export const settleCaller = async (
  findCaller: FindCaller,
  access: Access,
  request: FastifyRequest,
  otherwise: string | null = null,
): Promise<Caller | null> => {
  const token = tokenOf(request) ?? otherwise
  const caller = token ? await findCaller(token) : null
  request.callerId = caller?._id ?? null
  if (access === 'anyone' && !token) return null
  if (!caller) throw new Refusal(401, token ? 'Your session has ended. Please sign in again.' : 'Please sign in.')
  if (!allows[access](caller)) throw new Refusal(403, 'You are not allowed to do this.')
  return caller
}

const tokenOf = (request: FastifyRequest): string | null => {
  const header = request.headers.authorization ?? ''
  const [scheme, token] = header.split(' ')
  return scheme?.toLowerCase() === 'bearer' && token ? token : null
}
