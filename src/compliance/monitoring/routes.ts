import type { App } from '#platform/feature.ts'
import { notFound } from '#platform/http/refusal.ts'
import { printDocument } from '#platform/pdf/print-document.ts'
import { addFile, addReviewNote, fileOfReview } from './add-entry.ts'
import { composeSuspiciousReport, reportCsv } from './compose-report.ts'
import { monitoring } from './contract.ts'
import { answerFlag, dispelReview, reportReview, type ReviewPorts, reviewing } from './resolve-review.ts'
import { pageOfLogged, pageOfReviews } from './list-reviews.ts'
import { readReview } from './read-review.ts'
import { pageOfStatistics, recordStatistics } from './record-statistics.ts'
import { addDraft, listRuleSets, saveRulesDraft, signRules } from './save-rules.ts'

export const monitoringRoutes = (app: App, { onDispelled, onReported }: ReviewPorts): void => {
  const { serve, serveFile, db, config } = app
  const { BUSINESS_TIME_ZONE: timeZone, REVIEW_DAYS: days } = config
  const clock = { timeZone, days }

  serve(monitoring.reviews, ({ query }) => pageOfReviews(db, query, clock))
  serve(monitoring.logged, ({ query }) => pageOfLogged(db, query))
  serve(monitoring.review, ({ params }) => readReview(db, clock, params.id))
  serve(monitoring.start, (call) => reviewing(db, call, async () => {}))
  serve(monitoring.answer, (call) => answerFlag(db, call))
  serve(monitoring.addNote, (call) => addReviewNote(db, call))
  serve(monitoring.addFile, async (call, reply) => ({ _id: await addFile(db, call, reply.request) }))
  serveFile(monitoring.file, ({ params }) => fileOfReview(db, params))
  serve(monitoring.dispel, (call) => dispelReview(db, onDispelled, call))
  serve(monitoring.report, (call) => reportReview(db, onReported, call))

  serveFile(monitoring.reportFile, async ({ params: { id, format }, user }) => {
    const review = await db.selectFrom('order_review').select('report').where('id', '=', id).executeTakeFirst()
    const report = review?.report
    if (!report) throw notFound('Report')
    if (format === 'pdf') return printDocument(app, user._id, async () => composeSuspiciousReport(report, timeZone))
    const name = `suspicious-order-${report.orderId}.${format}`
    return format === 'csv'
      ? { type: 'text/csv; charset=utf-8', name, content: Buffer.from(reportCsv(report)) }
      : { type: 'application/json', name, content: Buffer.from(JSON.stringify(report, null, 2)) }
  })

  serve(monitoring.ruleSets, () => listRuleSets(db))
  serve(monitoring.addDraft, async (call) => ({ message: 'Draft created', ...(await addDraft(db, call)) }))
  serve(monitoring.saveDraft, (call) => saveRulesDraft(db, call))
  serve(monitoring.sign, (call) => signRules(db, call))

  serve(monitoring.statistics, ({ query }) => pageOfStatistics(db, query, timeZone))
  serve(monitoring.recordStatistics, (call) => recordStatistics(db, call))
}
