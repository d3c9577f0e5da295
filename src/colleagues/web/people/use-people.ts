import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { people } from '../../people/contract.ts'

/** All users of this user’s business. */
export const usePeople = (id: string) => useQuery(queryOf(people.list, { params: { id } }))
