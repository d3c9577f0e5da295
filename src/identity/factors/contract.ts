import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { IdParams, Message } from '#shared/wire.ts'
import { Reason } from '../account-shapes.ts'
import {
  AppCode,
  CreationOptions,
  Factors,
  MessageAndCodes,
  NewApp,
  NewCredential,
  PasskeyName,
  RequestOptions,
  SecondStep,
  SignedChallenge,
  StepParts,
} from './factor-shapes.ts'

/** What belongs to the caller, and is open while the role still waits for a factor. */
const own = { access: 'signedIn', isBeforeFactor: true } as const
const ownConfirmed = { ...own, isConfirmed: true } as const

export const factors = {
  secondStepOptions: post('/api/users/signin/second/options', {
    access: 'anyone',
    summary: 'What a passkey has to sign as the second factor, with the key that the sign-in answered',
    body: StepParts,
    reply: RequestOptions,
  }),
  secondStep: post('/api/users/signin/second', {
    access: 'anyone',
    summary: 'Finish a sign-in with the second factor: a passkey, a code of the authenticator app, or a recovery code',
    body: SecondStep,
    reply: SignedInUser,
  }),
  passkeyOptions: post('/api/users/signin/passkey/options', {
    access: 'anyone',
    summary: 'What a passkey has to sign to sign in alone',
    reply: RequestOptions,
  }),
  passkeySignIn: post('/api/users/signin/passkey', {
    access: 'anyone',
    summary: 'Sign in with a passkey alone, which counts as both factors',
    body: z.object({ passkey: SignedChallenge }),
    reply: SignedInUser,
  }),
  mine: get('/api/users/factors', {
    ...own,
    summary: 'One’s own passkeys, authenticator app, and how many recovery codes are left',
    reply: Factors,
  }),
  newPasskeyOptions: post('/api/users/passkeys/options', {
    ...ownConfirmed,
    summary: 'What a browser needs to make a passkey',
    reply: CreationOptions,
  }),
  addPasskey: post('/api/users/passkeys', {
    ...ownConfirmed,
    summary: 'Add the passkey that was made; a first factor brings recovery codes',
    body: z.extend(PasskeyName, { passkey: NewCredential }),
    reply: MessageAndCodes,
    status: 201,
  }),
  renamePasskey: put('/api/users/passkeys/:id', {
    access: 'signedIn',
    summary: 'Call a passkey something else',
    params: IdParams,
    body: PasskeyName,
    reply: Message,
  }),
  trustPasskey: put('/api/users/passkeys/:id/trusted', {
    access: 'signedIn',
    isConfirmed: true,
    summary: 'Say that a passkey is one’s own after the password was reset: it signs in alone again',
    params: IdParams,
    reply: Message,
  }),
  removePasskey: del('/api/users/passkeys/:id', {
    access: 'signedIn',
    isConfirmed: true,
    summary: 'Remove a passkey; not the last factor where one is needed',
    params: IdParams,
    reply: Message,
  }),
  newApp: post('/api/users/authenticator', {
    ...ownConfirmed,
    summary: 'A key for an authenticator app; it counts once a code of it was entered',
    reply: NewApp,
  }),
  addApp: put('/api/users/authenticator', {
    ...ownConfirmed,
    summary: 'Enter a code of the new authenticator app; a first factor brings recovery codes',
    body: z.object({ code: AppCode }),
    reply: MessageAndCodes,
  }),
  removeApp: del('/api/users/authenticator', {
    access: 'signedIn',
    isConfirmed: true,
    summary: 'Remove the authenticator app; not the last factor where one is needed',
    reply: Message,
  }),
  newRecoveryCodes: post('/api/users/recoveryCodes', {
    access: 'signedIn',
    isConfirmed: true,
    summary: 'New recovery codes, shown once; those before are void',
    reply: MessageAndCodes,
  }),
  confirmOptions: post('/api/users/confirmPasskey/options', {
    ...own,
    summary: 'What one’s passkey has to sign in place of the password',
    reply: RequestOptions,
  }),
  confirm: post('/api/users/confirmPasskey', {
    ...own,
    summary: 'Use one’s passkey in place of the password, for what needs it of the last quarter of an hour',
    body: z.object({ passkey: SignedChallenge }),
    reply: Message,
  }),
  ofUser: get('/api/users/:id/factors', {
    access: 'admin',
    summary: 'The second factors of a user',
    params: IdParams,
    reply: Factors,
  }),
  removeAll: del('/api/users/:id/factors', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Remove all second factors of a user who lost them, and end his sessions; needs the reason',
    params: IdParams,
    query: Reason,
    reply: Message,
  }),
}
