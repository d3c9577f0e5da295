import { useQuery } from '@tanstack/react-query'
import { queryOf, useChange } from '#web/api.ts'
import { approvals } from '../contract.ts'

/** What the business of this user wants to have approved. */
export const useRules = (userId: string) => useQuery(queryOf(approvals.rules, { params: { id: userId } }))

export const useSetRules = (saved: () => void) =>
  useChange(approvals.setRules, {
    refresh: [approvals.rules, approvals.preview],
    success: ({ message }) => message,
    onSuccess: saved,
  })

/** Why an order of these lines would need approval, and whose. */
export const useApprovalPreview = (lines: readonly { _id: string; quantity: number }[], isWanted: boolean) => {
  const orderItems = lines.map(({ _id, quantity }) => ({ _id, quantity: Math.min(Math.max(quantity, 1), 9_999) }))
  return useQuery({
    ...queryOf(approvals.preview, { body: { orderItems } }),
    enabled: isWanted && lines.length > 0,
    placeholderData: (before) => before,
  })
}
