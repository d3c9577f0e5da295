import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { fileFormat, listQuery } from '#shared/filters.ts'
import { Id, IdParams, lines, Message } from '#shared/wire.ts'
import { EmailParams, Reason, User, UserRow } from '#identity/account-shapes.ts'
import {
  Accepting,
  AddressProfile,
  customerList,
  CustomerRecord,
  CustomerRow,
  Invitation,
  Joining,
  MessageAndUser,
  Notifications,
  SignUp,
  SignUpExisting,
  staffList,
  UserChanges,
  UserSearch,
} from './customer-shapes.ts'

const registeredMessage = 'Registration form filled. Waiting for admin to approve.'
export const incompleteMessage = 'Complete the user profile before activating.'
export const convertFailedMessage = 'Could not make the user a sales representative. Kindly contact admin for details.'

const signUpLimits = [
  { name: 'sign-up-from', per: 'network', most: 20, seconds: 3_600 },
  { name: 'sign-up', per: 'body.email', most: 5, seconds: 3_600 },
] as const

/** Of an admin who invites staff and of a manager who invites users of the business. */
export const inviteLimits = {
  first: [{ name: 'invite', per: 'caller', most: 100, seconds: 3_600 }],
  again: [{ name: 'invite-again', per: 'params.id', most: 5, seconds: 3_600 }],
} as const

/** Customers and staff for the back office, and account requests. */
export const users = {
  signUp: post('/api/users/signup', {
    access: 'anyone',
    limits: signUpLimits,
    summary: 'Request a customer account; an admin must accept it',
    body: SignUp,
    reply: Message,
    done: registeredMessage,
  }),
  signUpExisting: post('/api/users/signupsap', {
    access: 'anyone',
    limits: signUpLimits,
    summary: 'Request access for an existing customer; an admin must accept it',
    body: SignUpExisting,
    reply: Message,
    done: registeredMessage,
  }),
  equivalents: get('/api/users/:id/equivalents', {
    access: 'admin',
    summary: 'Why the business is not offered equivalents of sold-out products; empty if it is',
    params: IdParams,
    reply: z.object({ refusedFor: z.string() }),
  }),
  changeEquivalents: put('/api/users/:id/equivalents', {
    access: 'admin',
    summary: 'Turn off equivalents for the business with a reason, or turn them on with an empty one',
    params: IdParams,
    body: z.object({ refusedFor: lines(300, 'The reason') }),
    reply: Message,
  }),
  list: get('/api/users', {
    access: 'staff',
    summary: 'Users for admins, active customers with fewer fields for sales reps; the total is in X-Total-Count',
    query: UserSearch,
    reply: z.union([z.array(User), z.array(UserRow)]),
  }),
  customers: get('/api/users/customers', {
    access: 'admin',
    summary: 'Customers, filtered, sorted and paged; the total is in X-Total-Count',
    query: listQuery(customerList),
    reply: z.array(CustomerRow),
  }),
  customersFile: get('/api/users/customers/file', {
    access: 'admin',
    summary: 'Export the whole list as CSV or XLSX',
    query: z.extend(z.omit(listQuery(customerList), { page: true, pageSize: true }), { format: fileFormat }),
    reply: z.unknown(),
  }),
  staff: get('/api/users/staff', {
    access: 'admin',
    summary: 'Admins and sales reps, filtered, sorted and paged; the total is in X-Total-Count',
    query: listQuery(staffList),
    reply: z.array(User),
  }),
  byId: get('/api/users/:id', {
    access: 'admin',
    summary: 'One user',
    params: IdParams,
    reply: User,
  }),
  record: get('/api/users/:id/record', {
    access: 'admin',
    summary:
      'The business of a customer: sales, overdue amounts, people, and how many prices, orders and invoices it has',
    params: IdParams,
    reply: CustomerRecord,
  }),
  sameAccount: get('/api/users/:id/sameAccount', {
    access: 'admin',
    summary: 'Other users whose business has, or who claim, the same account ID',
    params: IdParams,
    reply: z.array(UserRow),
  }),
  colleagues: get('/api/users/:id/colleagues', {
    access: 'admin',
    summary: 'Other users of the same business; changes to the business apply to them too',
    params: IdParams,
    reply: z.array(UserRow),
  }),
  update: put('/api/users/:id', {
    access: 'admin',
    summary:
      'Change a user, and the business for all its users. Refused with a stale __v, or with another business’s account number unless the user joins that business',
    params: IdParams,
    query: Accepting,
    body: UserChanges,
    reply: MessageAndUser,
  }),
  activate: put('/api/users/Activate/:id', {
    access: 'admin',
    isConfirmed: true,
    summary:
      'Accept a customer whose profile is complete. Requires a reason if the email is not confirmed, and consent to join if the account number belongs to another business',
    params: IdParams,
    query: Accepting,
    reply: MessageAndUser,
  }),
  reject: del('/api/users/reject/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Reject a request and remove the account',
    params: IdParams,
    query: Reason,
    reply: Message,
    done: 'Customer profile rejected',
  }),
  remove: del('/api/users/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Delete an active user; orders and invoices are kept',
    params: IdParams,
    query: Reason,
    reply: Message,
    done: 'Order deleted successfully',
  }),
  convertToSalesRep: put('/api/users/convertToSalesRep/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Make an active customer a sales rep',
    params: IdParams,
    reply: MessageAndUser,
  }),
  invite: post('/api/users/invitations', {
    access: 'admin',
    isConfirmed: true,
    limits: inviteLimits.first,
    summary: 'Invite an admin or a sales rep by email',
    query: Joining,
    body: Invitation,
    reply: MessageAndUser,
    status: 201,
  }),
  inviteAgain: post('/api/users/invitations/:id', {
    access: 'admin',
    isConfirmed: true,
    limits: inviteLimits.again,
    summary: 'Resend the invitation of a user who has not set a password yet',
    params: z.object({ id: Id }),
    reply: Message,
    done: 'Invitation sent',
  }),
  byEmail: get('/api/users/UserByEmail/:email', {
    access: 'signedIn',
    summary: 'Ship-to and bill-to profile: your own, or a customer’s for staff',
    params: EmailParams,
    reply: AddressProfile,
  }),
  notifications: get('/api/users/notifications/:email', {
    access: 'signedIn',
    summary: 'Number of customers waiting for approval (0 for everyone but admins)',
    params: EmailParams,
    reply: Notifications,
  }),
}
