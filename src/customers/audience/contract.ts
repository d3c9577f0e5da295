import * as z from 'zod/mini'
import { del, get, post, put } from '#shared/endpoint.ts'
import { IdParams, Message } from '#shared/wire.ts'
import { Group, GroupChange, GroupRow, NewGroup } from './audience-shapes.ts'

/** Groups of businesses and classes of trade. */
export const businessGroups = {
  list: get('/api/business-groups', {
    access: 'admin',
    summary: 'All groups and classes of trade, by name',
    reply: z.array(GroupRow),
  }),
  make: post('/api/business-groups', {
    access: 'admin',
    summary: 'Create a group or a class of trade without members',
    body: NewGroup,
    reply: z.extend(Message, { _id: z.string() }),
    status: 201,
  }),
  byId: get('/api/business-groups/:id', {
    access: 'admin',
    summary: 'A group with its members',
    params: IdParams,
    reply: Group,
  }),
  change: put('/api/business-groups/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Rename a group and set its members; refused if it was changed since it was loaded',
    params: IdParams,
    body: GroupChange,
    reply: Message,
    done: 'Group saved',
  }),
  remove: del('/api/business-groups/:id', {
    access: 'admin',
    isConfirmed: true,
    summary: 'Remove a group; refused while it is in an audience',
    params: IdParams,
    reply: Message,
    done: 'Group removed',
  }),
}
