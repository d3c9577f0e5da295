import type { ServedFile } from '../http/serve-file.ts'
import { runInThread } from '../run-in-thread.ts'
import type { Composed } from './document.ts'

declare module '../work-threads.ts' {
  interface ThreadWork {
    document: { given: Composed; made: Uint8Array }
  }
}

/** The PDF of what is composed once there is room for it. */
export const printDocument = async (userId: string, compose: () => Promise<Composed>): Promise<ServedFile> => {
  let name = ''
  const prepare = async () => {
    const composed = await compose()
    name = composed.name
    return composed
  }
  const content = await runInThread({ userId, kind: 'document', noun: 'documents', prepare })
  return { type: 'application/pdf', name, content }
}
