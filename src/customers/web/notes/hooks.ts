import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { users } from '../../contract.ts'
import { notes } from '../../notes/contract.ts'

export const useNotes = (id: string) => useQuery(queryOf(notes.list, { params: { id } }))

const stale = { refresh: [notes.list, users.customers] }

export const useAddNote = (added: () => void) =>
  useChange(notes.add, { ...stale, success: 'Note saved', onSuccess: added })
export const useRemoveNote = () => useChange(notes.remove, { ...stale, success: 'Note removed' })
