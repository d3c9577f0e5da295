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
  passkeyChallenges,
  PasskeyName,
  RequestOptions,
  SecondStep,
  SignedChallenge,
  StepParts,
} from './factor-shapes.ts'

/** Calls about the caller's own factors; open while the role still requires a factor to be set up. */
const own = { access: 'signedIn', isBeforeFactor: true } as const
const ownConfirmed = { ...own, isConfirmed: true } as const

const secondSteps = { name: 'second-factor-from', per: 'network', most: 100, seconds: 300 } as const

export const factors = {
  secondStepOptions: post('/api/users/signin/second/options', {
    access: 'anyone',
    limits: [secondSteps],
    summary: 'Get the challenge for a passkey as second factor, with the key from sign-in',
    body: StepParts,
    reply: RequestOptions,
  }),
  secondStep: post('/api/users/signin/second', {
    access: 'anyone',
    limits: [secondSteps],
    summary: 'Finish a sign-in with the second factor: a passkey, a code of the authenticator app, or a recovery code',
    body: SecondStep,
    reply: SignedInUser,
  }),
  passkeyOptions: post('/api/users/signin/passkey/options', {
    access: 'anyone',
    limits: [{ name: 'passkey-options-from', per: 'network', most: 200, seconds: 300 }],
    summary: 'Get the challenge to sign in with a passkey alone',
    reply: RequestOptions,
  }),
  passkeySignIn: post('/api/users/signin/passkey', {
    access: 'anyone',
    limits: [{ name: 'passkey-from', per: 'network', most: 100, seconds: 300 }],
    summary: 'Sign in with a passkey alone, which counts as both factors',
    body: z.object({ passkey: SignedChallenge }),
    reply: SignedInUser,
  }),
  mine: get('/api/users/factors', {
    ...own,
    summary: 'Your own passkeys, authenticator app and number of recovery codes left',
    reply: Factors,
  }),
  newPasskeyOptions: post('/api/users/passkeys/options', {
    isForReadOnly: true,
    ...ownConfirmed,
    limits: [passkeyChallenges],
    summary: 'Get the options to create a passkey',
    reply: CreationOptions,
  }),
  addPasskey: post('/api/users/passkeys', {
    isForReadOnly: true,
    ...ownConfirmed,
    summary: 'Add a passkey; the first factor also returns recovery codes',
    body: z.extend(PasskeyName, { passkey: NewCredential }),
    reply: MessageAndCodes,
    status: 201,
  }),
  renamePasskey: put('/api/users/passkeys/:id', {
    isForReadOnly: true,
    access: 'signedIn',
    summary: 'Rename a passkey',
    params: IdParams,
    body: PasskeyName,
    reply: Message,
    done: 'Passkey renamed',
  }),
  trustPasskey: put('/api/users/passkeys/:id/trusted', {
    isForReadOnly: true,
    access: 'signedIn',
    isConfirmed: true,
    summary: 'Confirm a passkey after a password reset so that it can sign in alone again',
    params: IdParams,
    reply: Message,
    done: 'Passkey confirmed',
  }),
  removePasskey: del('/api/users/passkeys/:id', {
    isForReadOnly: true,
    access: 'signedIn',
    isConfirmed: true,
    summary: 'Remove a passkey, unless it is the last required factor',
    params: IdParams,
    reply: Message,
    done: 'Passkey removed',
  }),
  newApp: post('/api/users/authenticator', {
    isForReadOnly: true,
    ...ownConfirmed,
    summary: 'Get a key for an authenticator app; it takes effect once a code is entered',
    reply: NewApp,
  }),
  addApp: put('/api/users/authenticator', {
    isForReadOnly: true,
    ...ownConfirmed,
    limits: [{ name: 'new-app', per: 'caller', most: 10, seconds: 300 }],
    summary: 'Confirm the new authenticator app with a code; the first factor also returns recovery codes',
    body: z.object({ code: AppCode }),
    reply: MessageAndCodes,
  }),
  removeApp: del('/api/users/authenticator', {
    isForReadOnly: true,
    access: 'signedIn',
    isConfirmed: true,
    summary: 'Remove the authenticator app, unless it is the last required factor',
    reply: Message,
    done: 'Authenticator app removed',
  }),
  newRecoveryCodes: post('/api/users/recoveryCodes', {
    isForReadOnly: true,
    access: 'signedIn',
    isConfirmed: true,
    summary: 'Create new recovery codes, shown once; voids the old ones',
    reply: MessageAndCodes,
  }),
  confirmOptions: post('/api/users/confirmPasskey/options', {
    isForReadOnly: true,
    ...own,
    limits: [passkeyChallenges],
    summary: 'Get the challenge to confirm with a passkey instead of the password',
    reply: RequestOptions,
  }),
  confirm: post('/api/users/confirmPasskey', {
    isForReadOnly: true,
    ...own,
    summary: 'Confirm with a passkey instead of the password; valid for 15 minutes',
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
    summary: 'Remove all second factors of a user who lost them and end their sessions; requires a reason',
    params: IdParams,
    query: Reason,
    reply: Message,
    done: 'Second factors removed',
  }),
}
