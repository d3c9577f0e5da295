import { del, get, post, put } from '#shared/endpoint.ts'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { IdParams, Message } from '#shared/wire.ts'
import { SignOnCallback, Away, Begin, BusinessSignOn, BusinessSignOnChanges, Ways } from './sign-on-shapes.ts'

export const signOn = {
  ways: get('/api/users/signin/company', {
    access: 'anyone',
    summary: 'Whether company sign-on (OpenID Connect) is available to staff and businesses',
    reply: Ways,
  }),
  begin: post('/api/users/signin/company', {
    access: 'anyone',
    limits: [{ name: 'sign-on-from', per: 'network', most: 100, seconds: 300 }],
    summary: 'Start a company sign-on by email domain, or for staff; works once and in this browser',
    body: Begin,
    reply: Away,
  }),
  finish: post('/api/users/signin/company/arrival', {
    access: 'anyone',
    limits: [{ name: 'sign-on-back-from', per: 'network', most: 100, seconds: 300 }],
    summary: 'Finish a sign-in with the response of the company’s sign-on',
    body: SignOnCallback,
    reply: SignedInUser,
  }),
  ofBusiness: get('/api/users/:id/companySignOn', {
    access: 'admin',
    summary: 'The company sign-on of a business; without its secret',
    params: IdParams,
    reply: BusinessSignOn,
  }),
  change: put('/api/users/:id/companySignOn', {
    access: 'admin',
    isConfirmed: true,
    summary:
      'Set up the company sign-on of a business. Passwords can be turned off once a user has signed in this way; that ends all sessions',
    params: IdParams,
    body: BusinessSignOnChanges,
    reply: Message,
    done: 'Company sign-on saved',
  }),
  remove: del('/api/users/:id/companySignOn', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Remove the company sign-on of a business; its users sign in with passwords again',
    params: IdParams,
    reply: Message,
    done: 'Company sign-on removed',
  }),
}
