import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import * as z from 'zod/mini'
import { requiredText, text } from '#shared/wire.ts'
import { FormActions } from '#web/form/form-actions.tsx'
import formStyles from '#web/form/form.module.css'
import { PasswordField, TextField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { useUnsaved } from '#web/form/use-unsaved.tsx'
import { ActButton } from '#web/ui/act-button.tsx'
import { ConfirmButton } from '#web/ui/confirm-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryStates } from '#web/ui/query-states.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { User } from '../../account-shapes.ts'
import type { BusinessSignOn } from '../../sign-on/sign-on-shapes.ts'
import styles from '../factors/factors.module.css'
import { useChangeSignOn, useRemoveSignOn, useSignOnOf } from './hooks.ts'

type Who = Pick<User, '_id' | 'companyName'>

/** An admin configures here where a business's users sign in. */
export function SignOnPanel({ user }: { user: Who }) {
  const kept = useSignOnOf(user._id)
  return (
    <Panel title="Company sign-on">
      <QueryStates query={kept} skeleton={<Skeleton height="2rem" />}>
        {(found) => <SignOnForm key={JSON.stringify(found)} user={user} found={found} />}
      </QueryStates>
    </Panel>
  )
}

const Entered = z.object({
  issuer: requiredText(500, 'The issuer'),
  clientId: requiredText(300, 'The client id'),
  clientSecret: text(500, 'The client secret'),
  domains: requiredText(2_000, 'At least one domain'),
  arePasswordsOff: z.boolean(),
})

function SignOnForm({ user, found: { signOn, redirectUri } }: { user: Who; found: BusinessSignOn }) {
  const params = { id: user._id }
  const change = useChangeSignOn()
  const [isOpen, setIsOpen] = useState(signOn !== null)
  const { form, onSubmit, showRefusal } = useCheckedForm({
    initialValues: {
      issuer: signOn?.issuer ?? '',
      clientId: signOn?.clientId ?? '',
      clientSecret: '',
      domains: signOn?.domains.join(' ') ?? '',
      arePasswordsOff: signOn?.arePasswordsOff ?? false,
    },
    schema: Entered,
  })
  const unsaved = useUnsaved(() => form.isDirty())

  if (!isOpen)
    return (
      <>
        <p className={styles.lead}>
          Users of this business sign in with a password. You can connect the business’s own sign-on (OpenID Connect).
        </p>
        <ActButton variant="default" onClick={() => setIsOpen(true)}>
          Set up company sign-on
        </ActButton>
      </>
    )
  return (
    <form
      className={formStyles.form}
      noValidate
      aria-label="Company sign-on"
      onSubmit={onSubmit(({ clientSecret, domains, ...facts }) =>
        change.mutate(
          {
            params,
            body: {
              ...facts,
              domains: domains.split(/[\s,;]+/).filter(Boolean),
              ...(clientSecret && { clientSecret }),
            },
          },
          { onError: showRefusal },
        ),
      )}
    >
      <p className={styles.lead}>
        For all users of {user.companyName || 'this business'}. Its provider needs this redirect URL:{' '}
        <code>{redirectUri}</code>
      </p>
      <div className={formStyles.fields}>
        <TextField form={form} name="issuer" label="Issuer" type="url" most={500} required />
        <TextField form={form} name="domains" label="Email domains" autoCapitalize="none" most={2_000} required />
        <TextField form={form} name="clientId" label="Client ID" autoComplete="off" required />
        <PasswordField
          form={form}
          name="clientSecret"
          label="Client secret"
          autoComplete="off"
          required={signOn === null}
          {...(signOn && { description: 'Leave empty to keep the current secret.' })}
        />
      </div>
      <Checkbox
        key={form.key('arePasswordsOff')}
        {...form.getInputProps('arePasswordsOff', { type: 'checkbox' })}
        label="Require company sign-on: users cannot sign in with passwords or passkeys"
        description={usersWords(signOn?.users ?? 0)}
      />
      <FormActions beside={signOn && <RemoveSignOn id={user._id} />}>
        <Button type="submit" loading={change.isPending}>
          Save company sign-on
        </Button>
      </FormActions>
      {unsaved.question}
    </form>
  )
}

const usersWords = (users: number): string =>
  users === 0
    ? 'Available once a user has signed in this way. Staff keep their passwords.'
    : `${users} ${users === 1 ? 'user has' : 'users have'} signed in this way. Staff keep their passwords.`

function RemoveSignOn({ id }: { id: string }) {
  const remove = useRemoveSignOn()
  return (
    <ConfirmButton
      label="Remove company sign-on"
      question="Remove the company sign-on?"
      answer="Remove"
      isDestructive
      isPending={remove.isPending}
      confirm={(onSettled) => remove.mutate({ params: { id } }, { onSettled })}
    >
      <p>Users of this business sign in with their passwords again. Users without one can request a reset link.</p>
    </ConfirmButton>
  )
}
