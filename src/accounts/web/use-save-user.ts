import type { ApiError } from '#web/api-error.ts'
import type { Sent } from '#shared/endpoint.ts'
import type { User } from '../account-shapes.ts'
import type { accounts } from '../contract.ts'
import { useUpdateUser } from './hooks.ts'
import type { useStaleEdit } from './use-stale-edit.ts'

interface Saving {
  user: User
  success: string
  stale: ReturnType<typeof useStaleEdit>
  showRefusal: (error: ApiError) => void
  leave: () => void
}

/** Saves an edited user over the version the form was filled from; a refusal goes to the field or the alert it is about. */
export const useSaveUser = ({ user, success, stale, showRefusal, leave }: Saving) => {
  const { mutate, isPending } = useUpdateUser(success)
  const save = (values: Sent<typeof accounts.update>['body'], __v = stale.version) =>
    mutate(
      { params: { id: user._id }, body: { ...values, __v } },
      {
        onSuccess: leave,
        onError: (error) => {
          if (!stale.notice(error)) showRefusal(error)
        },
      },
    )
  return { save, isPending }
}
