import { del, get, post, put } from '#shared/endpoint.ts'
import { SignedInUser } from '#shared/signed-in-user.ts'
import { IdParams, Message } from '#shared/wire.ts'
import { Arrival, Away, Begin, BusinessSignOn, BusinessSignOnChanges, Ways } from './sign-on-shapes.ts'

export const signOn = {
  ways: get('/api/users/signin/company', {
    access: 'anyone',
    summary: 'Whether staff and businesses can sign in at a company’s own sign-on (OpenID Connect)',
    reply: Ways,
  }),
  begin: post('/api/users/signin/company', {
    access: 'anyone',
    summary:
      'Where a company signs its people in: by the domain of an address, or the staff’s; once, and for this browser',
    body: Begin,
    reply: Away,
  }),
  finish: post('/api/users/signin/company/arrival', {
    access: 'anyone',
    summary: 'Finish a sign-in with what the company’s sign-on answered the browser',
    body: Arrival,
    reply: SignedInUser,
  }),
  ofBusiness: get('/api/users/:id/companySignOn', {
    access: 'admin',
    summary: 'The own sign-on of a user’s business; the secret is not told',
    params: IdParams,
    reply: BusinessSignOn,
  }),
  change: put('/api/users/:id/companySignOn', {
    access: 'admin',
    isConfirmed: true,
    summary:
      'Set up the own sign-on of a user’s business; passwords can be switched off once somebody came that way, which signs its users out',
    params: IdParams,
    body: BusinessSignOnChanges,
    reply: Message,
  }),
  remove: del('/api/users/:id/companySignOn', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Remove the own sign-on of a user’s business; its users sign in with their passwords again',
    params: IdParams,
    reply: Message,
  }),
}
