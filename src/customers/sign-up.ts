import { typeOfContent, wrongTypeMessage } from '#files/recognize-type.ts'
import { queueMail } from '#mail/send-mail.ts'
import { act } from '#platform/act.ts'
import type { AccountHooks, SignedUp } from './account-hooks.ts'
import { addBusiness, discardBusiness } from './business/write-business.ts'
import type { Tx } from '#platform/db/tables.ts'
import type { App } from '#platform/feature.ts'
import { newId } from '#platform/db/new-id.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { CallOf } from '#platform/http/serve.ts'
import { isReservedForOther } from '#identity/change-email.ts'
import { requestToCheckEmail } from './compose-emails.ts'
import type { users } from './contract.ts'
import type { SignUp, SignUpExisting } from './customer-shapes.ts'
import { activeAdmins } from '#identity/find-account.ts'
import { hashPassword } from '#identity/hash-password.ts'
import { refuseWeakPassword } from '#identity/check-password.ts'
import { mailProof } from '#identity/prove-email.ts'
import { notifyAccountHolder } from '#identity/queue-notice.ts'

type Request = SignUp & Partial<SignUpExisting>

/**
 * Records a pending account request and emails the admins. The response does not reveal whether the email address is
 * known; in that case its owner gets an email instead.
 */
export const signUp = async (
  { db, config }: App,
  news: Pick<AccountHooks, 'onSignedUp'>,
  { body, ...acting }: CallOf<typeof users.signUp | typeof users.signUpExisting>,
): Promise<void> => {
  const form: Request = body
  refuseWeakPassword(form.password, form)
  const file = fileOf(form)
  const passwordHash = await hashPassword(form.password)
  await act(db, acting, async ({ tx, record }) => {
    const id = await recordRequest(tx, form, passwordHash)
    if (!id) return notifyAccountHolder(tx, form.email, config)
    const { business_id: businessId } = await tx
      .selectFrom('user_account')
      .select('business_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (businessId) await news.onSignedUp(tx, { userId: id, businessId, deaNumber: form.deaNumber ?? '', file })
    const details = { ...form, id, accountID: form.accountID ?? '' }
    await record('account requested', ['account', id], {
      actorId: id,
      after: {
        email: form.email,
        companyName: form.companyName,
        accountID: details.accountID,
        ...(file && { licenseFile: file.name }),
      },
    })
    await mailProof(tx, config, { userId: id, name: form.name, email: form.email })
    for (const admin of await activeAdmins(tx))
      await queueMail(tx, requestToCheckEmail(admin, details, config.PUBLIC_URL))
  })
}

/** Checked before the account, so that the refusal does not reveal whether the email address is known. */
const fileOf = ({ licenseFile }: Request): SignedUp['file'] => {
  if (!licenseFile) return null
  const content = Buffer.from(licenseFile.content, 'base64')
  const type = typeOfContent(content)
  if (type === null) throw new Refusal(415, wrongTypeMessage, { field: 'licenseFile' })
  return { name: licenseFile.name || 'license', type, content }
}

/** Returns null if the address is taken. */
const recordRequest = async (tx: Tx, form: Request, passwordHash: string): Promise<string | null> => {
  const businessId = await addBusiness(tx, {
    status: 'requested',
    company_name: form.companyName,
    claimed_account_number: form.accountID ?? '',
    gln_number: form.GLNNumber ?? '',
    gs1_number: form.GS1Number ?? '',
    license: form.license,
    license_type: form.licenseType ?? '',
    license_name: form.licenseName ?? '',
    license_address: form.licenseAddress ?? '',
    license_expiry_date: form.licenseExpiryDate ?? null,
  })
  const added = await tx
    .insertInto('user_account')
    .values({
      id: newId(),
      business_id: businessId,
      email: form.email,
      password_hash: passwordHash,
      name: form.name,
      last_name: form.lastName,
      phone: form.phone,
      is_existing_customer: form.accountID !== undefined,
      terms_agreed_at: form.agreesToTerms ? new Date() : null,
    })
    .onConflict((conflict) => conflict.column('email').where('deleted_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  // Check after the insert: it waits for an account that is concurrently changing away from this address, so its
  // reservation is visible.
  const isKept = added && (await isReservedForOther(tx, { id: added.id, email: form.email }))
  if (isKept) await tx.deleteFrom('user_account').where('id', '=', added.id).execute()
  if (added && !isKept) return added.id
  await discardBusiness(tx, businessId)
  return null
}
