import { mainTonesOf } from '../brand.ts'
import type { App } from '../feature.ts'
import type { ServedFile } from '../http/serve-file.ts'
import { runInThread } from '../work-threads.ts'
import type { Composed, OnLetterhead } from './document.ts'

declare module '../work-threads.ts' {
  interface ThreadWork {
    document: { given: OnLetterhead; made: Uint8Array }
  }
}

/** Composes a document, once there is capacity, and renders it as PDF in a worker thread. */
export const printDocument = async (
  app: Pick<App, 'brand' | 'config'>,
  userId: string,
  compose: () => Promise<Composed>,
): Promise<ServedFile & { content: Uint8Array }> => {
  let name = ''
  const prepare = async () => {
    const composed = await compose()
    name = composed.name
    return { ...composed, letterhead: letterheadOf(app) }
  }
  const content = await runInThread({ userId, kind: 'document', noun: 'documents', prepare })
  return { type: 'application/pdf', name, content }
}

const letterheadOf = ({ brand, config }: Pick<App, 'brand' | 'config'>): OnLetterhead['letterhead'] => {
  const shown = brand()
  return {
    name: shown.name,
    color: mainTonesOf(shown).strong,
    logo: shown.logo?.png ?? null,
    contact: [config.CONTACT_EMAIL, config.CONTACT_PHONE].filter(Boolean),
    footer: shown.footer,
  }
}
