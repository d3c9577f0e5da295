import type { Ordering } from '#orders/checkout/place-lines.ts'
import { businessDay } from '#shared/business-day.ts'
import type { App } from '#platform/feature.ts'
import { approveRequest } from './approve-request.ts'
import { rejectRequest, withdrawRequest } from './close-request.ts'
import { approvals } from './contract.ts'
import { approversOf } from './find-approvers.ts'
import { purchasePolicyOf } from '../apply-policy.ts'
import { previewApproval } from '../evaluate-order.ts'
import { saveRules, readRules } from './save-rules.ts'
import { countRequests, listRequests } from './list-requests.ts'
import { readSteps, saveSteps } from './save-steps.ts'
import { setDeputy, readDeputy } from './set-deputy.ts'
import { readRequest } from './read-request.ts'

export const approvalRoutes = (app: App, countOrders: Ordering['countOrders']): void => {
  const { serve, db, config } = app
  const ordering = { config, countOrders, policy: purchasePolicyOf(config) }
  const today = () => businessDay(config.BUSINESS_TIME_ZONE)

  serve(approvals.rules, ({ params, user }) => readRules(db, { caller: user, userId: params.id }))

  serve(approvals.setRules, async ({ params, body, user, request }) => {
    await saveRules(db, { caller: user, userId: params.id, rules: body, request })
    return { message: 'Rules saved' }
  })

  serve(approvals.steps, ({ params, user }) => readSteps(db, { caller: user, userId: params.id }))

  serve(approvals.setSteps, async ({ params, body, user, request }) => {
    await saveSteps(db, { caller: user, userId: params.id, steps: body.steps, request })
    return { message: 'Approval steps saved' }
  })

  serve(approvals.preview, async ({ body, user }) => {
    const { reasons, total } = await previewApproval(db, {
      caller: user,
      day: today(),
      timeZone: config.BUSINESS_TIME_ZONE,
      ...body,
    })
    if (reasons.length === 0 || user.businessId === null) return { reasons: [], approvers: [] }
    const { businessId, _id: exceptId } = user
    const terms = { businessId, exceptId, day: today(), requestId: null, stepNo: 1, total }
    const approvers = await approversOf(db, terms)
    return { reasons, approvers }
  })

  serve(approvals.status, ({ user }) => countRequests(db, { ...user, day: today() }))

  serve(approvals.list, ({ query, user: { _id, businessId } }) =>
    listRequests(db, { _id, businessId, day: today(), ...query }),
  )

  serve(approvals.byId, ({ params, user }) =>
    readRequest(db, { caller: user, id: params.id, day: today(), timeZone: config.BUSINESS_TIME_ZONE }),
  )

  serve(approvals.approve, async ({ params, body, user, request }) => {
    const approving = { caller: user, id: params.id, day: today(), lines: body.lines, request }
    return approveRequest(db, ordering, approving)
  })

  serve(approvals.reject, async ({ params, body, user, request }) => {
    const closing = { caller: user, id: params.id, day: today(), request }
    await rejectRequest(db, { ...closing, reason: body.reason, publicUrl: config.PUBLIC_URL })
    return { message: 'Request rejected' }
  })

  serve(approvals.withdraw, async ({ params, user, request }) => {
    await withdrawRequest(db, { caller: user, id: params.id, day: today(), request })
    return { message: 'Request withdrawn' }
  })

  serve(approvals.deputy, ({ user }) => readDeputy(db, { caller: user, day: today() }))

  serve(approvals.setDeputy, async ({ body, user, request }) => {
    await setDeputy(db, { caller: user, day: today(), ...body, request })
    return { message: body.deputyId ? 'Delegate saved' : 'Delegate removed' }
  })
}
