import type { Purchase, ReplyLine } from './recall-shapes.ts'

/** Types of columns that the database stores as JSON. */
export interface RecallsColumns {
  'notice_recipient.purchases': Purchase[]
  'recall_reply.lines': ReplyLine[]
}
