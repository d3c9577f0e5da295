import type { Moment, Stamp } from '#platform/db/column-types.ts'

declare module '#platform/db/tables.ts' {
  interface Tables {
    mail: {
      id: string
      recipient: string
      subject: string
      html: string
      body: string
      created_at: Stamp
      sent_at: Moment | null
    }
    mail_attachment: {
      mail_id: string
      name: string
      content: Buffer
    }
  }
}
