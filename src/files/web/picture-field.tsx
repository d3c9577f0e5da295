import { Button, FileButton } from '@mantine/core'
import { ImageUp } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, useState } from 'react'
import { pictures } from '../contract.ts'
import { failureOf } from '#web/api-error.ts'
import { ForEditors } from '#web/for-editors.tsx'
import { fetchAsUser } from '#web/fetch-as-user.ts'
import { randomKey } from '#web/random-key.ts'
import { toastError } from '#web/toast.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Picture } from './picture.tsx'
import formStyles from '#web/form/form.module.css'
import styles from './picture-field.module.css'

const maxBytes = 5 * 1024 * 1024
const accepted = ['image/png', 'image/jpeg', 'image/webp']

/** Uploads the picture immediately; the product changes when the form is saved. */
export function PictureField({ src, change }: { src: string; change: (src: string) => void }) {
  const [isPending, setIsPending] = useState(false)
  const [isOver, setIsOver] = useState(false)
  const upload = async (file: File | null) => {
    if (!file) return
    if (file.size > maxBytes) return toastError('The picture is too large. The limit is 5 MB.')
    setIsPending(true)
    try {
      change(await uploadPicture(file))
    } catch (error) {
      toastError(error instanceof Error ? error.message : 'The picture could not be uploaded. Try again.')
    } finally {
      setIsPending(false)
    }
  }
  const take = (event: DragEvent | ClipboardEvent, { files }: DataTransfer) => {
    setIsOver(false)
    if (files.length === 0) return
    event.preventDefault()
    const picture = [...files].find(({ type }) => accepted.includes(type))
    if (!picture) toastError('This file is not a supported picture. Choose a PNG, JPEG or WebP file.')
    else if (!isPending) void upload(picture)
  }
  return (
    <Panel title="Image">
      <div
        className={styles.field}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          take(event, event.dataTransfer)
        }}
        onPaste={(event) => take(event, event.clipboardData)}
      >
        <div className={styles.picture} data-over={isOver || undefined}>
          <Picture src={src} alt="Picture of this product" isFirst />
        </div>
        <ForEditors>
          <FileButton onChange={(file) => void upload(file)} accept={accepted.join(',')}>
            {(props) => (
              <Button {...props} variant="default" loading={isPending} leftSection={<ImageUp size={16} aria-hidden />}>
                Upload image
              </Button>
            )}
          </FileButton>
          {src && (
            <Button variant="subtle" onClick={() => change('')}>
              Remove
            </Button>
          )}
          <p className={formStyles.note}>PNG, JPEG or WebP, up to 5 MB. You can also drop or paste it here.</p>
        </ForEditors>
      </div>
    </Panel>
  )
}

/** Uploads a picture and returns its address. */
const uploadPicture = async (file: File): Promise<string> => {
  const form = new FormData()
  form.append('image', file)
  const response = await fetchAsUser(pictures.upload.path, {
    method: 'POST',
    headers: { 'idempotency-key': randomKey() },
    body: form,
  })
  const reply: unknown = await response.json().catch(() => null)
  if (!response.ok) throw failureOf(response.status, reply)
  return (reply as { secure_url: string }).secure_url // the server validated its reply
}
