import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { fileFormat, listQuery } from '#shared/filters.ts'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { Id, IdParams, Message, text } from '#shared/wire.ts'
import {
  Accepting,
  AddressProfile,
  ChangedProfile,
  customerList,
  CustomerRow,
  EmailKey,
  EmailParams,
  EmailProof,
  Invitation,
  Joining,
  MessageAndChange,
  MessageAndUser,
  Notifications,
  Profile,
  Reason,
  ResetPassword,
  Session,
  SignIn,
  SignUp,
  SignUpExisting,
  staffList,
  User,
  UserChanges,
  UserRow,
  UserSearch,
} from './account-shapes.ts'

export const registeredMessage = 'Registration form filled. Waiting for admin to approve.'
export const incompleteMessage = 'Complete the user profile before activating.'
export const convertFailedMessage = 'Could not make the user a sales representative. Kindly contact admin for details.'
export const resetSentMessage = 'We have sent an email with the reset link. Kindly use that to reset your password.'

export const accounts = {
  signIn: post('/api/users/signin', {
    access: 'anyone',
    summary: 'Sign in with email and password',
    body: SignIn,
    reply: SignedInUser,
  }),
  signOut: post('/api/users/signout', {
    access: 'signedIn',
    isBeforeFactor: true,
    summary: 'End this session',
    reply: Message,
  }),
  signUp: post('/api/users/signup', {
    access: 'anyone',
    summary: 'Request a customer account; it waits for an admin',
    body: SignUp,
    reply: Message,
  }),
  signUpExisting: post('/api/users/signupsap', {
    access: 'anyone',
    summary: 'Request access for an existing customer; it waits for an admin',
    body: SignUpExisting,
    reply: Message,
  }),
  profile: put('/api/users/profile', {
    access: 'signedIn',
    summary:
      'Change one’s own name, email or password; a new email takes effect when the link mailed to it is followed',
    body: Profile,
    reply: ChangedProfile,
  }),
  confirmPassword: post('/api/users/confirmPassword', {
    access: 'signedIn',
    isBeforeFactor: true,
    summary: 'Give one’s password again, for what needs it of the last quarter of an hour',
    body: z.object({ password: z.string('The password is required.').check(z.maxLength(256)) }),
    reply: Message,
  }),
  sendResetLink: get('/api/users/resetPassLink/:email', {
    access: 'anyone',
    isForOurPages: true,
    isAct: true,
    summary: 'Mail a link that leads to a new password',
    params: EmailParams,
    reply: Message,
  }),
  resetPassword: post('/api/users/resetUserPass', {
    access: 'anyone',
    summary: 'Set a new password with the mailed key',
    body: ResetPassword,
    reply: Message,
  }),
  confirmEmail: post('/api/users/confirmEmail', {
    access: 'anyone',
    summary: 'Prove an email address with the mailed key; a new one takes effect, and its user signs in anew',
    body: EmailKey,
    reply: MessageAndChange,
  }),
  keepEmail: post('/api/users/keepEmail', {
    access: 'anyone',
    summary: 'Undo a change of the email address with the key mailed to the former one; the password is void',
    body: EmailKey,
    reply: Message,
  }),
  emailProof: get('/api/users/:id/emailProof', {
    access: 'signedIn',
    summary: 'The email address that waits for its link: one’s own, or anybody’s for admins',
    params: IdParams,
    reply: EmailProof,
  }),
  sendEmailProof: post('/api/users/:id/emailProof', {
    access: 'signedIn',
    summary: 'Mail the link to an email address that waits for it again; the one before is void',
    params: IdParams,
    reply: Message,
  }),
  cancelEmail: del('/api/users/:id/emailProof', {
    access: 'signedIn',
    summary: 'Give up a new email address that waits for its link',
    params: IdParams,
    reply: Message,
  }),
  sessions: get('/api/users/sessions', {
    access: 'signedIn',
    summary: 'One’s own sessions',
    reply: z.array(Session),
  }),
  endSession: del('/api/users/sessions/:id', {
    access: 'signedIn',
    summary: 'End one of one’s own sessions',
    isConfirmed: true,
    params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'This is not a known id.')) }),
    reply: Message,
  }),
  endSessions: del('/api/users/sessions', {
    access: 'signedIn',
    summary: 'Sign out everywhere, here too',
    isConfirmed: true,
    reply: Message,
  }),
  equivalents: get('/api/users/:id/equivalents', {
    access: 'admin',
    summary: 'Why the user’s business wants nothing offered in place of what is sold out; empty where it may be',
    params: IdParams,
    reply: z.object({ refusedFor: z.string() }),
  }),
  changeEquivalents: put('/api/users/:id/equivalents', {
    access: 'admin',
    summary: 'Offer the user’s business nothing in place of what is sold out, for a reason; without one it is offered',
    params: IdParams,
    body: z.object({ refusedFor: text(300, 'The reason') }),
    reply: Message,
  }),
  endSessionsOf: del('/api/users/:id/sessions', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Sign a user out everywhere',
    params: IdParams,
    reply: Message,
  }),
  list: get('/api/users', {
    access: 'staff',
    summary: 'Users for admins; active customers, reduced, for sales reps. Counted in X-Total-Count',
    query: UserSearch,
    reply: z.union([z.array(User), z.array(UserRow)]),
  }),
  customers: get('/api/users/customers', {
    access: 'admin',
    summary: 'Customers, filtered, sorted and paged; header X-Total-Count',
    query: listQuery(customerList),
    reply: z.array(CustomerRow),
  }),
  customersFile: get('/api/users/customers/file', {
    access: 'admin',
    summary: 'The same list, whole, as CSV or XLSX',
    query: z.extend(z.omit(listQuery(customerList), { page: true, pageSize: true }), { format: fileFormat }),
    reply: z.unknown(),
  }),
  staff: get('/api/users/staff', {
    access: 'admin',
    summary: 'Admins and sales reps, filtered, sorted and paged; header X-Total-Count',
    query: listQuery(staffList),
    reply: z.array(User),
  }),
  byId: get('/api/users/:id', {
    access: 'admin',
    summary: 'One user',
    params: IdParams,
    reply: User,
  }),
  sameAccount: get('/api/users/:id/sameAccount', {
    access: 'admin',
    summary: 'Other users whose business has the same account id, or who claim it',
    params: IdParams,
    reply: z.array(UserRow),
  }),
  colleagues: get('/api/users/:id/colleagues', {
    access: 'admin',
    summary: 'Other users of the same business: what is changed of it is changed for them',
    params: IdParams,
    reply: z.array(UserRow),
  }),
  update: put('/api/users/:id', {
    access: 'admin',
    summary:
      'Change a user, and the business for all its users; nothing is changed with a stale __v, nor, unless the user joins it, with an account number of another business',
    params: IdParams,
    query: Accepting,
    body: UserChanges,
    reply: MessageAndUser,
  }),
  activate: put('/api/users/Activate/:id', {
    access: 'admin',
    summary:
      'Accept a customer whose profile is complete; without a confirmed email it needs a reason, and an account number of another business the word to join it',
    params: IdParams,
    query: Accepting,
    reply: MessageAndUser,
  }),
  reject: del('/api/users/reject/:id', {
    access: 'admin',
    summary: 'Reject a request; the account never was',
    params: IdParams,
    query: Reason,
    reply: Message,
  }),
  remove: del('/api/users/:id', {
    access: 'admin',
    summary: 'Delete an active user; orders and invoices stay',
    params: IdParams,
    query: Reason,
    reply: Message,
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
    summary: 'Invite an admin or a sales rep by mail',
    query: Joining,
    body: Invitation,
    reply: MessageAndUser,
    status: 201,
  }),
  inviteAgain: post('/api/users/invitations/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Send a new invitation to someone who has not chosen a password yet',
    params: z.object({ id: Id }),
    reply: Message,
  }),
  byEmail: get('/api/users/UserByEmail/:email', {
    access: 'signedIn',
    summary: 'Ship-to and bill-to profile: one’s own, or a customer’s for staff',
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
