import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { Email } from '#shared/wire.ts'
import { Callout } from '#web/ui/callout.tsx'
import styles from '#web/form/form.module.css'
import { EmailField } from '#web/form/text-field.tsx'
import { useCheckedForm } from '#web/form/use-checked-form.ts'
import { TextLink } from '#web/ui/button-link.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useBeginSignOn } from './hooks.ts'

const CompanyEmail = z.object({ email: Email })

/** Asks for the work email, whose domain selects the company. */
export function CompanyPage() {
  const { mutate, isPending, isSuccess, error } = useBeginSignOn()
  const { form, onSubmit } = useCheckedForm({ initialValues: { email: '' }, schema: CompanyEmail })
  return (
    <div className={styles.narrow}>
      <PageHeading title="Company sign-on" lead="Sign in on your company’s own page." />
      <Panel>
        <form className={styles.form} noValidate onSubmit={onSubmit(({ email }) => mutate({ body: { email } }))}>
          {error && <Callout tone="bad">{error.message}</Callout>}
          <EmailField form={form} name="email" label="Email" size="md" required />
          <Button type="submit" size="md" fullWidth loading={isPending || isSuccess}>
            Continue
          </Button>
        </form>
        <p className={styles.links}>
          <TextLink to="/signin">Back to sign in</TextLink>
        </p>
      </Panel>
    </div>
  )
}
