import { Button, FileButton, Input } from '@mantine/core'
import { ImageUp } from 'lucide-react'
import { toastError } from '#web/toast.ts'
import type { DraftLogo } from './brand-draft.ts'
import styles from './brand-page.module.css'

const maxBytes = 256 * 1024

interface Props {
  label: string
  description: string
  ground: 'light' | 'dark'
  logo: DraftLogo
  error: string | undefined
  change: (logo: DraftLogo) => void
}

/** Previews a logo as soon as it is chosen; the form sends it on save. */
export function LogoField({ label, description, ground, logo, error, change }: Props) {
  const choose = async (file: File | null) => {
    if (!file) return
    if (file.size > maxBytes) return toastError('The logo is too large. The limit is 256 KB.')
    const src = await readAsAddress(file)
    change({ src, content: src.slice(src.indexOf(',') + 1) })
  }
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <div className={styles.logoField}>
        <div className={styles.logoPlate} data-ground={ground}>
          {logo.src ? <img src={logo.src} alt={label} /> : <span>None</span>}
        </div>
        <FileButton onChange={(file) => void choose(file)} accept="image/svg+xml,image/png">
          {(props) => (
            <Button
              {...props}
              variant="default"
              aria-label={`Choose a file: ${label}`}
              leftSection={<ImageUp size={16} aria-hidden />}
            >
              Choose a file
            </Button>
          )}
        </FileButton>
        {logo.src && (
          <Button variant="subtle" aria-label={`Remove: ${label}`} onClick={() => change({ src: null, content: null })}>
            Remove
          </Button>
        )}
      </div>
    </Input.Wrapper>
  )
}

const readAsAddress = (file: File): Promise<string> =>
  new Promise((done, failed) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(reader.result as string)) // readAsDataURL returns a string
    reader.addEventListener('error', () => failed(new Error('This file cannot be read. Choose another file.')))
    reader.readAsDataURL(file)
  })
