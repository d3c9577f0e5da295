import * as z from 'zod/mini'
import { inviteLimits } from '#customers/contract.ts'
import { buyingRoles } from '#shared/buying-role.ts'
import { get, post, put } from '#shared/endpoint.ts'
import { Email, IdParams, Message, requiredText } from '#shared/wire.ts'

const Role = z.enum(buyingRoles, 'Choose a role.')

export const maxPeople = 200

const Person = z.object({
  _id: z.string(),
  name: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  isActive: z.boolean(),
  hasPassword: z.boolean(),
})
export type Person = z.infer<typeof Person>

const People = z.object({
  companyName: z.string(),
  /** True if managers of the business can manage its users; otherwise only admins can. */
  isManaged: z.boolean(),
  people: z.array(Person),
})
export type People = z.infer<typeof People>

export const NewPerson = z.object({
  name: requiredText(100, 'First Name'),
  lastName: requiredText(100, 'Last Name'),
  email: Email,
  role: Role,
})
export type NewPerson = z.infer<typeof NewPerson>

/** For admins and for managers of the same business; users of other businesses are answered with 404. */
export const people = {
  list: get('/api/people/:id', {
    access: 'manager',
    summary: 'Users of a business and their roles, for its managers and for admins',
    params: IdParams,
    reply: People,
  }),
  invite: post('/api/people/:id', {
    access: 'manager',
    isConfirmed: true,
    limits: inviteLimits.first,
    summary: 'Invite a user to a business by email',
    params: IdParams,
    body: NewPerson,
    reply: Message,
    done: 'Invitation sent',
    status: 201,
  }),
  inviteAgain: post('/api/people/:id/invitation', {
    access: 'manager',
    isConfirmed: true,
    limits: inviteLimits.again,
    summary: 'Resend the invitation of a user who has not set a password yet',
    params: IdParams,
    reply: Message,
    done: 'Invitation sent',
  }),
  change: put('/api/people/:id', {
    access: 'manager',
    isConfirmed: true,
    summary: 'Change a user’s role, or deactivate or activate the user; ends all of the user’s sessions',
    params: IdParams,
    body: z.object({ role: Role, isActive: z.boolean('Choose whether this user is active.') }),
    reply: Message,
    done: 'User updated',
  }),
  allow: put('/api/people/:id/managed', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Allow or forbid the managers of a business to manage its users',
    params: IdParams,
    body: z.object({ isManaged: z.boolean('Choose whether managers may manage users.') }),
    reply: Message,
  }),
}
