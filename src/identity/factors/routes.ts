import type { App } from '#platform/feature.ts'
import type { Caller } from '#platform/http/bearer.ts'
import { noteConfirmed } from '../confirm-password.ts'
import { recognizeBrowser } from '../recognize-device.ts'
import { addApp, newApp, newRecoveryCodes, removeApp } from './add-app.ts'
import { addPasskey, newPasskeyOptions, removePasskey, renamePasskey } from './add-passkey.ts'
import { checkPasskey, requestOptions } from './check-passkey.ts'
import { factors } from './contract.ts'
import { finishSignIn, passkeySignInOptions, passkeySignIn, secondStepOptions } from './finish-sign-in.ts'
import { factorsOf } from './queries.ts'
import { removeFactorsOf } from './reset-factors.ts'
import { trustPasskey } from './restrict-passkeys.ts'

export const factorRoutes = (app: App): void => {
  signInRoutes(app)
  ownRoutes(app)
  confirmRoutes(app)
  backOfficeRoutes(app)
}

const signInRoutes = (app: App): void => {
  const { serve } = app

  serve(factors.secondStepOptions, ({ body, request }) => secondStepOptions(app, body.key, request))

  serve(factors.secondStep, async ({ body, request }, reply) => {
    const user = await finishSignIn(app, body, request)
    void reply.header('set-cookie', await recognizeBrowser(app, user, request))
    return user
  })

  serve(factors.passkeyOptions, ({ request }) => passkeySignInOptions(app, request))

  serve(factors.passkeySignIn, async ({ body, request }, reply) => {
    const user = await passkeySignIn(app, body.passkey, request)
    void reply.header('set-cookie', await recognizeBrowser(app, user, request))
    return user
  })
}

const ownRoutes = (app: App): void => {
  const { serve, db, config } = app

  serve(factors.mine, ({ user }) => factorsOf(db, config, user._id))

  serve(factors.newPasskeyOptions, async ({ user }) => {
    await countChallenge(app, user)
    return newPasskeyOptions(app, user)
  })

  serve(factors.addPasskey, async ({ body: { name, passkey }, user, request }) => ({
    message: 'Passkey added',
    recoveryCodes: await addPasskey(app, { caller: user, made: passkey, name, request }),
  }))

  serve(factors.renamePasskey, async ({ params, body, user, request }) => {
    await renamePasskey(db, { caller: user, id: params.id, name: body.name, request })
    return { message: 'Passkey renamed' }
  })

  serve(factors.trustPasskey, async ({ params, user, request }) => {
    await trustPasskey(db, { caller: user, id: params.id, request })
    return { message: 'Passkey confirmed' }
  })

  serve(factors.removePasskey, async ({ params, user, request }) => {
    await removePasskey(app, { caller: user, id: params.id, request })
    return { message: 'Passkey removed' }
  })

  serve(factors.newApp, ({ user }) => newApp(app, user))

  serve(factors.addApp, async ({ body, user, request }) => ({
    message: 'Authenticator app added',
    recoveryCodes: await addApp(app, { caller: user, code: body.code, request }),
  }))

  serve(factors.removeApp, async ({ user, request }) => {
    await removeApp(app, { caller: user, request })
    return { message: 'Authenticator app removed' }
  })

  serve(factors.newRecoveryCodes, async ({ user, request }) => ({
    message: 'New recovery codes made',
    recoveryCodes: await newRecoveryCodes(app, { caller: user, request }),
  }))
}

const confirmRoutes = (app: App): void => {
  const { serve, db, config } = app

  serve(factors.confirmOptions, async ({ user }) => {
    await countChallenge(app, user)
    return requestOptions(db, config, { purpose: 'confirmation', boundTo: user.tokenHash, userId: user._id })
  })

  serve(factors.confirm, async ({ body, user, request }) => {
    const asked = { purpose: 'confirmation', boundTo: user.tokenHash, userId: user._id } as const
    await checkPasskey(db, config, { ...asked, signed: body.passkey, request })
    await noteConfirmed(db, user)
    return { message: 'Thank you.' }
  })
}

const countChallenge = ({ db, countAttempt }: App, { _id }: Caller): Promise<void> =>
  countAttempt(db, { what: 'passkey-options', whom: [_id], most: 50, seconds: 300 })

const backOfficeRoutes = (app: App): void => {
  const { serve, db, config } = app

  serve(factors.ofUser, ({ params }) => factorsOf(db, config, params.id))

  serve(factors.removeAll, async ({ params, query, user, request }) => {
    await removeFactorsOf(app, { actor: user, id: params.id, reason: query.reason, request })
    return { message: 'Second factors removed' }
  })
}
