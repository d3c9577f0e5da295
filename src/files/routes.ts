import multipart from '@fastify/multipart'
import type { App } from '#platform/feature.ts'
import { Postponed } from '#platform/jobs/worker.ts'
import { pictures } from './contract.ts'
import { openStore } from './open-store.ts'
import { removeForgottenPictures } from './remove-pictures.ts'
import { storePicture } from './store-picture.ts'

const removalKind = 'catalogue.remove-pictures'
const oneDay = 86_400

/** Accepts pictures from admins and serves them to everyone. A picture never changes, so it is cached forever. */
export const pictureRoutes = ({ http, serve, job, config, db }: App): void => {
  const store = openStore(config)
  http.addHook('onClose', async () => store.close())
  void http.register(multipart)

  serve(pictures.upload, async ({ user }, reply) => ({
    secure_url: await storePicture({ db, store, userId: user._id }, reply.request),
  }))

  job({
    kind: removalKind,
    recurs: {},
    run: async () => {
      await removeForgottenPictures(db, store)
      throw new Postponed(oneDay, 'Looks again tomorrow.')
    },
    // A long outage of the store must not stop the daily removal.
    mostAttempts: Infinity,
  })

  http.get<{ Params: { file: string } }>(
    '/uploads/:file',
    { config: { access: 'anyone' }, logLevel: 'warn' },
    async ({ params }, reply) => {
      const content = /^[0-9a-f]{32}-\d{2,4}\.webp$/.test(params.file) ? await store.get(params.file) : null
      if (!content) return reply.status(404).send({ message: 'There is nothing at this address.' })
      return reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
        })
        .type('image/webp')
        .send(content)
    },
  )
}
