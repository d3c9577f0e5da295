import { recordAudit } from '#audit/record-entry.ts'
import type { App } from '#platform/feature.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { RequestFacts } from '#platform/http/serve.ts'
import { recognizeBrowser } from '../recognize-device.ts'
import { SignOnFailed } from './call-provider.ts'
import { beginSignOn, noBrowserCookie } from './begin-sign-on.ts'
import { changeSignOn, removeSignOn } from './change-sign-on.ts'
import { signOn } from './contract.ts'
import { finishSignOn } from './finish-sign-on.ts'
import { signOnOf, signOnMethods } from './queries.ts'

export const signOnRoutes = (app: App): void => {
  const { serve, db, config } = app

  serve(signOn.ways, () => signOnMethods(db, config))

  serve(signOn.begin, async ({ body, request }, reply) => {
    const { url, cookie } = await told(app, request, beginSignOn(app, body.email, request))
    void reply.header('set-cookie', cookie)
    return { url }
  })

  serve(signOn.finish, async ({ body, request }, reply) => {
    const user = await told(app, request, finishSignOn(app, body, request))
    const cookies = await recognizeBrowser(app, user, request)
    void reply.header('set-cookie', [...cookies, noBrowserCookie(config)])
    return user
  })

  serve(signOn.ofBusiness, ({ params }) => signOnOf(db, config, params.id))

  serve(signOn.change, async ({ params, body, user, request }) => {
    await changeSignOn(db, config, { actor: user, id: params.id, changes: body, request })
    return { message: 'Company sign-on saved' }
  })

  serve(signOn.remove, async ({ params, user, request }) => {
    await removeSignOn(db, { actor: user, id: params.id, request })
    return { message: 'Company sign-on removed' }
  })
}

/** Logs the details of a provider's failure, audits it, and shows the user a short message. */
const told = async <T>({ db, log }: App, request: RequestFacts, act: Promise<T>): Promise<T> => {
  try {
    return await act
  } catch (error) {
    if (error instanceof SignOnFailed) log.warn({ err: error.cause }, 'company sign-on failed')
    const refusal = error instanceof SignOnFailed ? error.refusal : error
    if (refusal instanceof Refusal && !refusal.details['secondFactor'] && refusal.status !== 429)
      await recordAudit(db, {
        actorId: null,
        action: 'sign-in failed',
        entity: 'account',
        entityId: '',
        after: { by: 'company sign-on', why: refusal.message },
        request,
      })
    throw refusal
  }
}
