import { useQuery } from '@tanstack/react-query'
import { queryOf } from '#web/api.ts'
import { users } from '../contract.ts'

/** Ship-to, bill-to and license state of a user. */
export const useAddressProfile = (email: string | undefined) =>
  useQuery({ ...queryOf(users.byEmail, { params: { email: email ?? '' } }), enabled: Boolean(email) })
