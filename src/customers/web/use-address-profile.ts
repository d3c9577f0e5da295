import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { users } from '../contract.ts'

/** Where goods and bills go, and how the license stands. */
export const useAddressProfile = (email: string | undefined) =>
  useQuery({ ...queryOf(users.byEmail, { params: { email: email ?? '' } }), enabled: Boolean(email) })
