import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { people } from '../../people/contract.ts'

/** Everybody of the business of this user. */
export const usePeople = (id: string) => useQuery(queryOf(people.list, { params: { id } }))
