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

  serve(approvals.rules, (call) => readRules(db, call))

  serve(approvals.setRules, (call) => saveRules(db, call))

  serve(approvals.steps, (call) => readSteps(db, call))

  serve(approvals.setSteps, (call) => saveSteps(db, call))

  serve(approvals.preview, async ({ body, user: caller }) => {
    const day = today()
    const preview = { caller, day, timeZone: config.BUSINESS_TIME_ZONE, ...body }
    const { reasons, total } = await previewApproval(db, preview)
    const { businessId, _id: exceptId } = caller
    if (reasons.length === 0 || businessId === null) return { reasons: [], approvers: [] }
    return {
      reasons,
      approvers: await approversOf(db, { businessId, exceptId, day, requestId: null, stepNo: 1, total }),
    }
  })

  serve(approvals.status, ({ user }) => countRequests(db, { ...user, day: today() }))

  serve(approvals.list, ({ query, user: { _id, businessId } }) =>
    listRequests(db, { _id, businessId, day: today(), ...query }),
  )

  serve(approvals.byId, ({ params, user }) =>
    readRequest(db, { caller: user, id: params.id, day: today(), timeZone: config.BUSINESS_TIME_ZONE }),
  )

  serve(approvals.approve, (call) => approveRequest(db, ordering, call))

  serve(approvals.reject, (call) => rejectRequest(app, call))

  serve(approvals.withdraw, (call) => withdrawRequest(app, call))

  serve(approvals.deputy, ({ user }) => readDeputy(db, user, today()))

  serve(approvals.setDeputy, async (call) => {
    await setDeputy(db, today(), call)
    return { message: call.body.deputyId ? 'Delegate saved' : 'Delegate removed' }
  })
}
