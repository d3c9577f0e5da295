import { useQuery } from '@tanstack/react-query'
import { editedQueryOf, queryOf, useChange } from '#web/api.ts'
import { useUser } from '#web/session.ts'
import { useChosenShipTo } from '#colleagues/web/ship-to/use-ship-to.ts'
import { carts } from '#cart/contract.ts'
import { refreshCart } from '#cart/web/sync-cart.ts'
import { orders } from '#orders/contract.ts'
import { repricedOf, unavailableOf } from '#orders/web/checkout/read-refusal.ts'
import { isAboutFields } from '#web/form/use-checked-form.ts'
import { approvals } from '../../approvals/contract.ts'

export const useRules = (userId: string) => useQuery(editedQueryOf(approvals.rules, { params: { id: userId } }))

export const useSetRules = (saved: () => void) =>
  useChange(approvals.setRules, {
    refresh: [approvals.rules, approvals.preview],
    onSuccess: saved,
  })

export const useSteps = (userId: string) => useQuery(editedQueryOf(approvals.steps, { params: { id: userId } }))

export const useSetSteps = (saved: () => void) =>
  useChange(approvals.setSteps, {
    refresh: [approvals.steps, approvals.preview],
    onSuccess: saved,
  })

/** Why an order of these lines would need approval, and who could approve it. */
export const useApprovalPreview = (
  lines: readonly { _id: string; quantity: number }[],
  costCenterId: string | undefined,
  isWanted: boolean,
) => {
  const shipToId = useChosenShipTo(useUser()?._id)
  const orderItems = lines.map(({ _id, quantity }) => ({ _id, quantity: Math.min(Math.max(quantity, 1), 9_999) }))
  return useQuery({
    ...queryOf(approvals.preview, {
      body: { orderItems, ...(costCenterId && { costCenterId }), ...(shipToId && { shipToId }) },
    }),
    enabled: isWanted && lines.length > 0,
    placeholderData: (before) => before,
  })
}

const requests = [approvals.list, approvals.byId, approvals.status]

export const useRequests = (whose: 'mine' | 'others', page: number) =>
  useQuery({ ...queryOf(approvals.list, { query: { whose, page } }), placeholderData: (before) => before })

export const useRequest = (id: string) => useQuery(queryOf(approvals.byId, { params: { id } }))

/** Today's prices of the remaining lines. The previous prices stay visible while new ones load. */
export const usePricesOf = (lines: readonly { _id: string; quantity: number }[], isWanted: boolean) =>
  useQuery({
    ...queryOf(orders.price, { body: { orderItems: lines.map(({ _id, quantity }) => ({ _id, quantity })) } }),
    enabled: isWanted && lines.length > 0,
    placeholderData: (before) => before,
    refetchOnWindowFocus: false,
  })

/** No toast for refusals of single lines, because the screen shows them. */
export const useApprove = () =>
  useChange(approvals.approve, {
    refresh: requests,
    refreshesAlways: true,
    success: ({ message, overBudget = [] }) => [message, ...overBudget].join('. '),
    quiet: (error) => unavailableOf(error) !== null || repricedOf(error) !== null,
  })

const changeOptions = {
  refresh: requests,
  refreshesAlways: true,
}

export const useReject = () => useChange(approvals.reject, changeOptions)

export const useWithdraw = () => useChange(approvals.withdraw, changeOptions)

export const useDeputy = () => useQuery(queryOf(approvals.deputy))

export const useSetDeputy = (saved: () => void) =>
  useChange(approvals.setDeputy, {
    refresh: [approvals.deputy],
    onSuccess: saved,
    quiet: isAboutFields,
  })

/** Adds the requested lines to the cart without removing what is in it. */
export const usePutBack = (done: () => void) =>
  useChange(carts.change, {
    success: 'The lines are back in your cart.',
    onSuccess: async () => {
      await refreshCart()
      done()
    },
  })
