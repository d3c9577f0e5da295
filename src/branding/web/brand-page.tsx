import { Button, FileButton, Group, Input, TextInput } from '@mantine/core'
import { ImageUp } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import { legalPages } from '#shared/legal-links.ts'
import { ForEditors } from '#web/for-editors.tsx'
import { FormActions } from '#web/form/form-actions.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { toastError } from '#web/toast.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import type { SavedBrand } from '../contract.ts'
import { type BrandDraft, changeOf, draftOf, errorsOf, describeContrast, type DraftLogo } from './brand-draft.ts'
import styles from './brand-page.module.css'
import { BrandPreview } from './brand-preview.tsx'
import { useBrand, useChangeBrand } from './hooks.ts'

export function BrandPage() {
  return <QueryStates query={useBrand()}>{(kept) => <BrandScreen kept={kept} />}</QueryStates>
}

function BrandScreen({ kept }: { kept: SavedBrand }) {
  const [draft, setDraft] = useState(() => draftOf(kept))
  const [isTried, setIsTried] = useState(false)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(draftOf(kept))
  const unsaved = useUnsaved(() => isDirty)
  const change = useChangeBrand(() => unsaved.saved(() => {}))
  const found = errorsOf(draft)
  const { field, message } = { field: change.error?.details['field'], message: change.error?.message }
  const errorAt = (path: string) => (isTried ? found[path] : undefined) ?? (field === path ? message : undefined)
  const set = (part: Partial<BrandDraft>) => setDraft({ ...draft, ...part })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (Object.keys(found).length === 0) change.mutate({ body: changeOf(draft) })
  }
  return (
    <>
      {unsaved.question}
      <PageHeading title="Brand" lead="Shown on screens, in emails and in print." />
      <div className={styles.columns}>
        <form className={styles.form} noValidate onSubmit={submit} aria-label="Brand">
          <Panel title="Name and logos">
            <NameAndSigns draft={draft} set={set} errorAt={errorAt} />
          </Panel>
          <Panel title="Footer and links">
            <FootFields draft={draft} set={set} errorAt={errorAt} />
          </Panel>
          <FormActions cancel={isDirty ? () => setDraft(draftOf(kept)) : undefined}>
            <Button type="submit" loading={change.isPending} disabled={!isDirty}>
              Save
            </Button>
          </FormActions>
        </form>
        <div className={styles.preview}>
          <Panel title="Preview">
            <BrandPreview draft={draft} />
          </Panel>
        </div>
      </div>
    </>
  )
}

interface Fields {
  draft: BrandDraft
  set: (part: Partial<BrandDraft>) => void
  errorAt: (path: string) => string | undefined
}

function NameAndSigns({ draft, set, errorAt }: Fields) {
  return (
    <div className={styles.fields}>
      <LimitedInput
        label="Name"
        required
        most={40}
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <ColorField draft={draft} set={set} />
      <LogoField
        label="Logo for light backgrounds"
        description="For print and light emails. SVG or PNG, up to 256 KB."
        ground="light"
        logo={draft.logo}
        error={errorAt('logo')}
        change={(logo) => set({ logo })}
      />
      <LogoField
        label="Logo for dark backgrounds"
        description="For the header. If empty, the header shows the other logo on a light plate."
        ground="dark"
        logo={draft.logoDark}
        error={errorAt('logoDark')}
        change={(logoDark) => set({ logoDark })}
      />
    </div>
  )
}

/** Shows the contrast while choosing a color, before the server could refuse it. */
function ColorField({ draft: { color }, set }: Pick<Fields, 'draft' | 'set'>) {
  const { isReadable, words, instead } = describeContrast(color)
  return (
    <div>
      <div className={styles.color}>
        <TextInput
          label="Color"
          description="All shades are based on it. Leave empty for the default green."
          placeholder="#12523f"
          value={color}
          onChange={(event) => set({ color: event.currentTarget.value.trim().toLowerCase() })}
        />
        <input
          type="color"
          aria-label="Pick a color"
          value={/^#[0-9a-f]{6}$/.test(color) ? color : '#12523f'}
          onChange={(event) => set({ color: event.currentTarget.value })}
        />
      </div>
      <output className={styles.verdict} data-readable={isReadable}>
        {words}{' '}
        {instead && (
          <Button size="compact-xs" variant="default" onClick={() => set({ color: instead })}>
            Use {instead}
          </Button>
        )}
      </output>
    </div>
  )
}

function FootFields({ draft, set, errorAt }: Fields) {
  return (
    <div className={styles.fields}>
      <LimitedInput
        label="Footer"
        most={200}
        value={draft.footer}
        error={errorAt('footer')}
        onChange={(event) => set({ footer: event.currentTarget.value })}
      />
      {(Object.keys(legalPages) as (keyof typeof legalPages)[]).map((page) => (
        <LimitedInput
          key={page}
          type="url"
          label={legalPages[page]}
          placeholder="https://"
          most={500}
          value={draft.legal[page]}
          error={errorAt(`legal.${page}`)}
          onChange={(event) => set({ legal: { ...draft.legal, [page]: event.currentTarget.value } })}
        />
      ))}
    </div>
  )
}

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
function LogoField({ label, description, ground, logo, error, change }: Props) {
  const choose = async (file: File | null) => {
    if (!file) return
    if (file.size > maxBytes) return toastError('The logo is too large. The limit is 256 KB.')
    const src = await readAsAddress(file)
    change({ src, content: src.slice(src.indexOf(',') + 1) })
  }
  return (
    <Input.Wrapper label={label} description={description} error={error} labelElement="div">
      <Group gap={8} mt={6}>
        <div className={styles.logoPlate} data-ground={ground}>
          {logo.src ? <img src={logo.src} alt={label} /> : <span>None</span>}
        </div>
        <ForEditors>
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
            <Button
              variant="subtle"
              aria-label={`Remove: ${label}`}
              onClick={() => change({ src: null, content: null })}
            >
              Remove
            </Button>
          )}
        </ForEditors>
      </Group>
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
