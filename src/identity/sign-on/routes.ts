import { recorderIn } from '#platform/act.ts'
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
    const { url, cookie } = await told(app, request, beginSignOn(app, body.email))
    void reply.header('set-cookie', cookie)
    return { url }
  })

  serve(signOn.finish, async (call, reply) => {
    const user = await told(app, call.request, finishSignOn(app, call))
    const cookies = await recognizeBrowser(app, user, call.request)
    void reply.header('set-cookie', [...cookies, noBrowserCookie(config)])
    return user
  })

  serve(signOn.ofBusiness, ({ params }) => signOnOf(db, config, params.id))

  serve(signOn.change, (call) => changeSignOn(db, config, call))

  serve(signOn.remove, (call) => removeSignOn(db, call))
}

/** Logs the details of a provider's failure, audits it, and shows the user a short message. */
const told = async <T>({ db, log }: App, request: RequestFacts, act: Promise<T>): Promise<T> => {
  try {
    return await act
  } catch (error) {
    if (error instanceof SignOnFailed) log.warn({ err: error.cause }, 'company sign-on failed')
    const refusal = error instanceof SignOnFailed ? error.refusal : error
    if (refusal instanceof Refusal && !refusal.details['secondFactor'])
      await recorderIn(db, { user: null, request })('sign-in failed', ['account', ''], {
        after: { by: 'company sign-on', why: refusal.message },
      })
    throw refusal
  }
}
