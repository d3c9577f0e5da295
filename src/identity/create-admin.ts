import * as z from 'zod/mini'
import { recorderIn } from '#platform/act.ts'
import { transaction } from '#platform/db/connect.ts'
import type { Db } from '#platform/db/tables.ts'
import { newId } from '#platform/db/new-id.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { Email } from '#shared/wire.ts'
import { NewPassword } from './account-shapes.ts'
import { hashPassword } from './hash-password.ts'
import { refuseWeakPassword } from './check-password.ts'

const NewAdmin = z.object({
  email: Email,
  name: z.string().check(z.trim(), z.minLength(1, 'A name is required.'), z.maxLength(200, 'The name is too long.')),
  password: NewPassword,
})

/** Creates the first admin from the operator's command, with the same validation as any other user. */
export const createAdmin = async (db: Db, wanted: z.input<typeof NewAdmin>): Promise<void> => {
  const { data, error } = z.safeParse(NewAdmin, wanted)
  if (!data) throw new Refusal(400, error.issues[0]?.message ?? 'This is not an email address.')
  const { email, password } = data
  const [name = '', ...rest] = data.name.split(/\s+/)
  refuseWeakPassword(password, { email, name, lastName: rest.join(' ') })
  const password_hash = await hashPassword(password)
  await transaction(db, async (tx) => {
    const id = newId()
    await tx
      .insertInto('user_account')
      .values({
        id,
        email,
        name,
        last_name: rest.join(' '),
        password_hash,
        email_proven_at: new Date(),
        is_admin: true,
        is_active: true,
      })
      .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirstOrThrow(() => new Refusal(409, 'This email address is already in use.'))
    await recorderIn(tx)('admin created', ['account', id], { after: { email } })
  })
}
