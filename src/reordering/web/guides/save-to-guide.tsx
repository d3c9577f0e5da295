import { Button, NativeSelect } from '@mantine/core'
import { ListPlus } from 'lucide-react'
import { type SyntheticEvent, useState } from 'react'
import forms from '#web/form/form.module.css'
import { useMayOrder } from '#web/for-buyers.tsx'
import { useUser } from '#web/session.ts'
import type { SaveToGuideProps } from '#web/slots.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LimitedInput } from '#web/form/limited-text.tsx'
import type { Guide } from '../../guides/contract.ts'
import { useAddLines, useGuides, useMakeGuide } from './hooks.ts'
import { GuideStates } from './guide-states.tsx'
import { errorOf } from '#web/form/use-checked-form.ts'

/** Saves lines as a new order guide or appends them to one; for users who can order. */
export function SaveToGuide({ lines, isQuiet }: SaveToGuideProps) {
  const user = useUser()
  const [isOpen, setIsOpen] = useState(false)
  const guides = useGuides(isOpen)
  const mayOrder = useMayOrder()
  if (!user || user.isAdmin || !mayOrder) return null
  return (
    <>
      <Button
        variant={isQuiet ? 'subtle' : 'default'}
        leftSection={<ListPlus size={16} aria-hidden />}
        disabled={lines.length === 0}
        onClick={() => setIsOpen(true)}
      >
        Save to order guide
      </Button>
      <Dialog isOpen={isOpen} title="Save to order guide" close={() => setIsOpen(false)}>
        <GuideStates query={guides}>
          {(all) => <Choice guides={all} lines={lines} close={() => setIsOpen(false)} />}
        </GuideStates>
      </Dialog>
    </>
  )
}

const aNewOne = ''

function Choice({ guides, lines, close }: SaveToGuideProps & { guides: readonly Guide[]; close: () => void }) {
  const [id, setId] = useState(guides[0]?._id ?? aNewOne)
  const [name, setName] = useState('')
  const make = useMakeGuide(close)
  const add = useAddLines(close)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    // The dialog may be inside another form.
    event.stopPropagation()
    if (id !== aNewOne) add.mutate({ params: { id }, body: { lines: [...lines] } })
    else if (name.trim()) make.mutate({ body: { name: name.trim(), lines: [...lines] } })
  }
  return (
    <form className={forms.form} onSubmit={submit}>
      {guides.length > 0 && (
        <NativeSelect
          label="Order guide"
          data={[
            ...guides.map((guide) => ({ value: guide._id, label: guide.name })),
            { value: aNewOne, label: 'New order guide' },
          ]}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
        />
      )}
      {id === aNewOne && (
        <LimitedInput
          label="Guide name"
          required
          most={80}
          value={name}
          error={errorOf(make, 'name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <Button type="submit" loading={make.isPending || add.isPending}>
        Save {lines.length === 1 ? '1 line' : `${lines.length} lines`}
      </Button>
    </form>
  )
}
