import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { IdParams, Message } from '#shared/wire.ts'
import {
  ChangedProfile,
  EmailKey,
  EmailParams,
  EmailProof,
  MessageAndChange,
  Profile,
  ResetPassword,
  Session,
  SignIn,
} from './account-shapes.ts'

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
  endSessionsOf: del('/api/users/:id/sessions', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Sign a user out everywhere',
    params: IdParams,
    reply: Message,
  }),
}
