import { Button, NativeSelect } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import formStyles from '#web/form/form.module.css'
import { FormActions } from '#web/form/form-actions.tsx'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import {
  type Audience,
  type AudienceChange,
  type AudienceRule,
  type AudienceSummary,
  ruleWords,
} from '../../audience/audience-shapes.ts'
import styles from './audience.module.css'
import { ChosenMembers } from './chosen-members.tsx'

/** An audience as a form edits it. */
export const useAudience = (saved: Audience) => {
  const [edited, setEdited] = useState(saved)
  const { rule, groups, businesses } = edited
  return {
    edited,
    isDirty: rule !== saved.rule || groups !== saved.groups || businesses !== saved.businesses,
    edit: (part: Partial<Audience>) => setEdited({ ...edited, ...part }),
    reset: () => setEdited(saved),
    change: {
      rule,
      userIds: businesses.map(({ _id }) => _id),
      groupIds: groups.map(({ _id }) => _id),
      __v: saved.__v,
    } satisfies AudienceChange,
  }
}

interface Props<R extends AudienceRule> {
  name: string
  label: string
  saved: Audience
  rules: readonly R[]
  /** What it means to be only for no one. */
  noOne: string
  isPending: boolean
  save: (change: AudienceChange & { rule: R }, onSuccess: () => void) => void
  /** Closes the dialog that the form is in. */
  close?: () => void
}

/** Sets who something is for; effective as soon as it is saved. */
export function AudienceForm<R extends AudienceRule>(props: Props<R>) {
  const { name, label, saved, rules, noOne, isPending, save, close } = props
  const { edited, isDirty, edit, reset, change } = useAudience(saved)
  const unsaved = useUnsaved(() => isDirty)
  const { rule, groups, businesses } = edited
  const isEmpty = groups.length + businesses.length === 0
  const lacksMembers = rule === 'except' && isEmpty
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const chosen = rules.find((one) => one === rule)
    if (chosen) save({ ...change, rule: chosen }, () => unsaved.saved(close ?? (() => {})))
  }
  return (
    <form className={formStyles.form} noValidate onSubmit={submit} aria-label={name}>
      {unsaved.question}
      <div className={styles.row}>
        <NativeSelect
          label={label}
          size="md"
          value={rule}
          data={rules.map((value) => ({ value, label: ruleWords[value] }))}
          error={lacksMembers ? 'Choose the excluded businesses.' : undefined}
          onChange={(event) => edit({ rule: event.currentTarget.value as AudienceRule })} // the options are the rules
        />
      </div>
      {rule !== 'all' && <ChosenMembers groups={groups} businesses={businesses} change={edit} />}
      {rule === 'only' && isEmpty && <p className={formStyles.note}>{noOne}</p>}
      {(isDirty || close) && (
        <FormActions cancel={close ?? reset}>
          <Button type="submit" loading={isPending} disabled={!isDirty || lacksMembers} aria-label={`Save: ${name}`}>
            Save
          </Button>
        </FormActions>
      )}
    </form>
  )
}

export const audienceInWords = ({ holders, countHolders }: AudienceSummary, noOne: string): string => {
  const more = countHolders - holders.length
  if (countHolders === 0) return noOne
  return more > 0 ? `${holders.join(', ')} and ${more.toLocaleString('en-US')} more` : holders.join(', ')
}
