import { Checkbox } from '@mantine/core'
import { useIsReadOnly } from '../read-only.ts'
import { useChosen } from './use-chosen.ts'

interface Props {
  label: string
  description?: string
  /** The saved value. */
  isOn: boolean
  disabled?: boolean
  save: (isOn: boolean, ending: { onError: () => void }) => void
}

/** A checkbox that is saved by itself: shows the choice immediately and takes it back after an error. */
export function SavedCheckbox({ isOn, save, disabled = false, ...checkbox }: Props) {
  const isReadOnly = useIsReadOnly()
  const [isChosen, choose] = useChosen(isOn)
  return (
    <Checkbox
      {...checkbox}
      disabled={disabled || isReadOnly}
      checked={isChosen}
      onChange={({ currentTarget: { checked } }) => {
        choose(checked)
        save(checked, { onError: () => choose(null) })
      }}
    />
  )
}
