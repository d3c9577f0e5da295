import type { App } from '#platform/feature.ts'
import { noteConfirmed } from '../confirm-password.ts'
import { recognizeBrowser } from '../recognize-device.ts'
import { addApp, newApp, newRecoveryCodes, removeApp } from './add-app.ts'
import { addPasskey, newPasskeyOptions, removePasskey, renamePasskey } from './add-passkey.ts'
import { checkPasskey, requestOptions } from './check-passkey.ts'
import { factors } from './contract.ts'
import { finishSignIn, passkeySignIn, secondStepOptions } from './finish-sign-in.ts'
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
  const { serve, db, config } = app

  serve(factors.secondStepOptions, ({ body }) => secondStepOptions(app, body.key))

  serve(factors.secondStep, async (call, reply) => {
    const user = await finishSignIn(app, call)
    void reply.header('set-cookie', await recognizeBrowser(app, user, call.request))
    return user
  })

  serve(factors.passkeyOptions, () => requestOptions(db, config, { purpose: 'sign-in', boundTo: null, userId: null }))

  serve(factors.passkeySignIn, async (call, reply) => {
    const user = await passkeySignIn(app, call)
    void reply.header('set-cookie', await recognizeBrowser(app, user, call.request))
    return user
  })
}

const ownRoutes = (app: App): void => {
  const { serve, db, config } = app

  serve(factors.mine, ({ user }) => factorsOf(db, config, user._id))

  serve(factors.newPasskeyOptions, ({ user }) => newPasskeyOptions(app, user))

  serve(factors.addPasskey, async (call) => ({
    message: 'Passkey added',
    recoveryCodes: await addPasskey(app, call),
  }))

  serve(factors.renamePasskey, (call) => renamePasskey(db, call))

  serve(factors.trustPasskey, (call) => trustPasskey(db, call))

  serve(factors.removePasskey, (call) => removePasskey(app, call))

  serve(factors.newApp, ({ user }) => newApp(app, user))

  serve(factors.addApp, async (call) => ({
    message: 'Authenticator app added',
    recoveryCodes: await addApp(app, call),
  }))

  serve(factors.removeApp, (call) => removeApp(app, call))

  serve(factors.newRecoveryCodes, async (call) => ({
    message: 'New recovery codes created',
    recoveryCodes: await newRecoveryCodes(app, call),
  }))
}

const confirmRoutes = (app: App): void => {
  const { serve, db, config } = app

  serve(factors.confirmOptions, ({ user }) =>
    requestOptions(db, config, { purpose: 'confirmation', boundTo: user.tokenHash, userId: user._id }),
  )

  serve(factors.confirm, async ({ body, user, request }) => {
    const asked = { purpose: 'confirmation', boundTo: user.tokenHash, userId: user._id } as const
    await checkPasskey(db, config, { ...asked, signed: body.passkey, request })
    await noteConfirmed(db, user)
    return { message: 'Thank you.' }
  })
}

const backOfficeRoutes = (app: App): void => {
  const { serve, db, config } = app

  serve(factors.ofUser, ({ params }) => factorsOf(db, config, params.id))

  serve(factors.removeAll, (call) => removeFactorsOf(db, config, call))
}
