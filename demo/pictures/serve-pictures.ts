import type { App } from '#platform/feature.ts'
import { drawPicture, type PictureKind, pictureKinds } from './picture.ts'

/** Part of the address, because browsers cache a picture for a year: increase it when the drawings change. */
const edition = 1

/** The address of a drawing: a product's `image` until a photo is uploaded. */
export const picturePath = (kind: PictureKind, color: string): string =>
  `/pictures/${kind}${color && `-${encodeURIComponent(color)}`}.svg?v=${edition}`

/** Draws the pictures; an unknown kind or color gets the neutral carton. */
export const servePictures = ({ http }: Pick<App, 'http'>): void => {
  http.get<{ Params: { file: string } }>(
    '/pictures/:file',
    { config: { access: 'anyone' }, logLevel: 'warn' },
    async ({ params }, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=31536000, immutable',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
        })
        .type('image/svg+xml')
        .send(drawn(params.file)),
  )
}

const drawn = (file: string): string => {
  const [, name = '', color = ''] = /^([a-z]{1,20})(?:-([a-z][a-z /;-]{0,59}))?\.svg$/i.exec(file) ?? []
  const kind = pictureKinds.find((known) => known === name)
  return kind ? drawPicture(kind, color) : drawPicture('carton', '')
}
