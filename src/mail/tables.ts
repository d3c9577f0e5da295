// Generated from the migrated database by `node scripts/run.mjs scripts/write-tables.ts`; a test regenerates and compares it.
import type { Defaulted, Moment } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    mail: {
      id: string
      recipient: string
      subject: string
      html: string
      body: string
      created_at: Defaulted<Moment>
      sent_at: Moment | null
    }
    mail_attachment: {
      mail_id: string
      name: string
      content: Buffer
    }
  }
}
