import * as z from 'zod/mini'
import { post } from '#shared/endpoint.ts'

export const pictures = {
  upload: post('/api/uploads/local', {
    access: 'admin',
    limits: [{ name: 'upload', per: 'caller', most: 120, seconds: 3_600 }],
    summary: 'Upload an image (multipart, field image: PNG, JPEG or WebP); returns its address',
    reply: z.object({ secure_url: z.string() }),
  }),
}
