import { businessDay } from '#platform/business-day.ts'
import type { App } from '#platform/feature.ts'
import { approvals } from './contract.ts'
import { approversOf } from './find-approvers.ts'
import { judgeOrder } from './judge-order.ts'
import { keepRules, readRules } from './keep-rules.ts'

export const approvalRoutes = ({ serve, db, config }: App): void => {
  const today = () => businessDay(config.BUSINESS_TIME_ZONE)

  serve(approvals.rules, ({ params, user }) => readRules(db, { caller: user, userId: params.id }))

  serve(approvals.setRules, async ({ params, body, user, request }) => {
    await keepRules(db, { caller: user, userId: params.id, rules: body, request })
    return { message: 'Rules saved' }
  })

  serve(approvals.preview, async ({ body, user }) => {
    const judged = await judgeOrder(db, { caller: user, day: today(), orderItems: body.orderItems })
    if (!judged) return { reasons: [], approvers: [] }
    return {
      reasons: judged.reasons,
      approvers: await approversOf(db, { businessId: judged.businessId, exceptId: user._id, day: today() }),
    }
  })
}
