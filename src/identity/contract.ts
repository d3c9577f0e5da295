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
    isForReadOnly: true,
    access: 'signedIn',
    isBeforeFactor: true,
    summary: 'End this session',
    reply: Message,
  }),
  profile: put('/api/users/profile', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'Change your own name, email or password; a new email takes effect once confirmed by link',
    body: Profile,
    reply: ChangedProfile,
  }),
  confirmPassword: post('/api/users/confirmPassword', {
    isForReadOnly: true,
    access: 'signedIn',
    isBeforeFactor: true,
    summary: 'Confirm your password; valid for 15 minutes',
    body: z.object({ password: z.string('The password is required.').check(z.maxLength(256)) }),
    reply: Message,
    done: 'Thank you.',
  }),
  sendResetLink: get('/api/users/resetPassLink/:email', {
    access: 'anyone',
    isForOurPages: true,
    isAct: true,
    limits: [
      { name: 'reset-from', per: 'network', most: 20, seconds: 3_600 },
      { name: 'reset', per: ['network', 'params.email'], most: 5, seconds: 3_600 },
    ],
    summary: 'Email a password reset link',
    params: EmailParams,
    reply: Message,
    done: resetSentMessage,
  }),
  resetPassword: post('/api/users/resetUserPass', {
    access: 'anyone',
    limits: [
      { name: 'set-password-from', per: 'network', most: 50, seconds: 900 },
      { name: 'set-password', per: ['network', 'body.email'], most: 10, seconds: 900 },
    ],
    summary: 'Set a new password with the emailed key',
    body: ResetPassword,
    reply: Message,
  }),
  confirmEmail: post('/api/users/confirmEmail', {
    access: 'anyone',
    limits: [{ name: 'prove-email-from', per: 'network', most: 50, seconds: 900 }],
    summary: 'Confirm an email address with the emailed key; a changed address takes effect and ends all sessions',
    body: EmailKey,
    reply: MessageAndChange,
  }),
  keepEmail: post('/api/users/keepEmail', {
    access: 'anyone',
    limits: [{ name: 'undo-email-from', per: 'network', most: 50, seconds: 900 }],
    summary: 'Undo an email change with the key emailed to the old address; voids the password',
    body: EmailKey,
    reply: Message,
  }),
  emailProof: get('/api/users/:id/emailProof', {
    access: 'signedIn',
    summary: 'The email address pending confirmation: your own, or any user’s for admins',
    params: IdParams,
    reply: EmailProof,
  }),
  sendEmailProof: post('/api/users/:id/emailProof', {
    access: 'signedIn',
    summary: 'Resend the confirmation link to a pending email address; voids the previous link',
    params: IdParams,
    reply: Message,
    done: 'Link sent',
  }),
  cancelEmail: del('/api/users/:id/emailProof', {
    access: 'signedIn',
    summary: 'Cancel a pending email change',
    params: IdParams,
    reply: Message,
    done: 'Email change canceled',
  }),
  sessions: get('/api/users/sessions', {
    access: 'signedIn',
    summary: 'Your own sessions',
    reply: z.array(Session),
  }),
  endSession: del('/api/users/sessions/:id', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'End one of your own sessions',
    isConfirmed: true,
    params: z.object({ id: z.string().check(z.regex(/^[0-9a-f]{32}$/, 'This is not a known id.')) }),
    reply: Message,
  }),
  endSessions: del('/api/users/sessions', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'Sign out everywhere, including here',
    isConfirmed: true,
    reply: Message,
    done: 'Signed out everywhere',
  }),
  endSessionsOf: del('/api/users/:id/sessions', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Sign a user out everywhere',
    params: IdParams,
    reply: Message,
    done: 'Signed out everywhere',
  }),
}
